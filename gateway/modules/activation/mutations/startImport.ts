import { unauthenticated } from '../../../errors/codes.ts'
import { encodeGlobalId } from '../../../relay/globalId.ts'
import { verifyIfLost } from '../../../errors/lostAnswers.ts'
import type { ActivationClient } from '../../../upstream/photos/activationClient.ts'
import { libraryNotFound } from '../../shared/libraryNotFound.ts'
import type { MutationResolvers } from '../../../__generated__/resolvers.ts'

/** Resolves `Mutation.startImport`. */
export const startImport: NonNullable<MutationResolvers['startImport']> = async (_root, { input }, context) => {
  const { viewer, activation } = context
  if (!viewer) throw unauthenticated()
  const { accountId } = viewer
  if (input.libraryId !== encodeGlobalId('PhotoLibrary', accountId)) return libraryNotFound
  if (!(await verifyIfLost(activation.start(), () => isRunning(activation))))
    return { __typename: 'NothingToImport', code: 'NOTHING_TO_IMPORT', message: 'There is nothing to import.' }
  return { __typename: 'StartImportSuccess', library: { accountId } }
}

async function isRunning(activation: ActivationClient): Promise<true | undefined> {
  return (await activation.read()).status === 'IMPORTING' || undefined
}
