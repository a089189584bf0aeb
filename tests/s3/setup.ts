import { inject } from 'vitest'

// The client of S3 finds credentials only in the environment, and child processes inherit it.
const { accessKeyId, secretAccessKey } = inject('s3')
process.env['AWS_ACCESS_KEY_ID'] = accessKeyId
process.env['AWS_SECRET_ACCESS_KEY'] = secretAccessKey
