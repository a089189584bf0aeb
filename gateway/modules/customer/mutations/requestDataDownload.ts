import { unauthenticated } from '../../../errors/codes.ts'
import { recentSignInRequired } from '../../../errors/recentSignIn.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'
import { customerNotFound } from '../../shared/customerRefusals.ts'

/** Resolves `Mutation.requestDataDownload`. */
export const requestDataDownload: NonNullable<MutationResolvers['requestDataDownload']> = async (
  _root,
  _args,
  { viewer, customers, now },
) => {
  if (!viewer) throw unauthenticated()
  const made = await customers.makeDataFile()
  if (made === null) return notOffered
  if (made === 'notFound') return customerNotFound
  if (made === 'recentSignIn') return recentSignInRequired
  if (made === 'incomplete') return incomplete
  if ('retryAfter' in made) {
    const retryAt = new Date(now() + made.retryAfter * 1_000).toISOString()
    const message = 'The account has had all files of this hour.'
    return { __typename: 'TooManyDataDownloads', code: 'TOO_MANY_DATA_DOWNLOADS', message, retryAt }
  }
  return { __typename: 'RequestDataDownloadSuccess', file: made }
}

const incomplete = {
  __typename: 'DataDownloadIncomplete',
  code: 'DATA_DOWNLOAD_INCOMPLETE',
  message: 'A part of the data cannot be read at the moment, so there is no file.',
} as const

const notOffered = {
  __typename: 'DataDownloadNotOffered',
  code: 'DATA_DOWNLOAD_NOT_OFFERED',
  message: 'The service offers no download of the data.',
} as const
