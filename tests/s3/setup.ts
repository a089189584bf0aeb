import { inject } from 'vitest'
import { useS3 } from '../support/blobSettings.ts'

useS3(inject('s3'))
