import { unauthenticated } from '../../../errors/codes.ts'
import { recentSignInRequired } from '../../../errors/recentSignIn.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { customerNotFound } from '../../shared/customerRefusals.ts'

/** Resolves `Mutation.requestDataFile`. */
export const requestDataFile: NonNullable<MutationResolvers['requestDataFile']> = async (
  _root,
  _args,
  { viewer, dataFiles, now },
) => {
  if (!viewer) throw unauthenticated()
  const requested = await dataFiles.request()
  if (requested === null) return notOffered
  if (requested === 'notFound') return customerNotFound
  if (requested === 'recentSignIn') return recentSignInRequired
  if ('retryAfter' in requested) {
    const retryAt = new Date(now() + requested.retryAfter * 1_000).toISOString()
    const message = 'The account has had all files of this hour.'
    return { __typename: 'TooManyDataFiles', code: 'TOO_MANY_DATA_FILES', message, retryAt }
  }
  return { __typename: 'RequestDataFileSuccess', dataFile: requested }
}

const notOffered = {
  __typename: 'DataFileNotOffered',
  code: 'DATA_FILE_NOT_OFFERED',
  message: 'The service offers no file with all data.',
} as const
