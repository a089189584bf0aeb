import { inject } from 'vitest'
import { storeBlobsInS3 } from '../support/blobSettings.ts'

storeBlobsInS3(inject('s3'))
