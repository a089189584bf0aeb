import { unauthenticated } from '../../../errors/codes.ts'
import { recentSignInRequired } from '../../../errors/recentSignIn.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { keyOf } from '../../../relay/globalId.ts'

/** Resolves `Mutation.createDataFileUrl`. */
export const createDataFileUrl: NonNullable<MutationResolvers['createDataFileUrl']> = async (
  _root,
  { input: { dataFileId } },
  { viewer, dataFiles },
) => {
  if (!viewer) throw unauthenticated()
  const fileId = keyOf('DataFile', dataFileId)
  if (fileId === null) return notFound
  const found = await dataFiles.createUrl(fileId)
  if (found === 'recentSignIn') return recentSignInRequired
  if (found === 'notFound') return notFound
  return found === 'notReady' ? notReady : { __typename: 'CreateDataFileUrlSuccess', url: found.url }
}

const notFound = {
  __typename: 'DataFileNotFound',
  code: 'NOT_FOUND',
  message: 'The file has expired, or is not yours.',
} as const

const notReady = {
  __typename: 'DataFileNotReady',
  code: 'DATA_FILE_NOT_READY',
  message: 'The file is still being prepared, or has failed.',
} as const
