import { checkCallbackUrl, demoReceiver } from '../../../../schema/rules/callbackUrl.ts'
import type { ChangeFtpIntegrationInput, InvalidFtpField, MutationResolvers } from '../../../__generated__/resolvers.ts'
import { customerNotFound, refuseChanges } from '../../shared/customerRefusals.ts'
import { checkVersion } from '../../shared/versions.ts'
import { businessAccountRequired, refusedSensitiveChange } from '../refusals.ts'

/** Resolves `Mutation.changeFtpIntegration`. */
export const changeFtpIntegration: NonNullable<MutationResolvers['changeFtpIntegration']> = async (
  _root,
  { input },
  context,
) => {
  const refused = await refuseChanges(context)
  if (refused) return refused
  if (!context.viewer?.isBusiness) return businessAccountRequired
  const version = checkVersion(input.version)
  const checked = checkCallback(input)
  if ('fields' in checked) return invalidIntegration(checked.fields)
  const { customers, loaders } = context
  const written = await customers.changeCallback(checked, version)
  loaders.forget()
  // In production, the service refuses the demo receiver, which `checkCallback` accepts.
  if (written === 'invalid') return invalidIntegration([])
  if (typeof written === 'string') return refusedSensitiveChange(written, context)
  const customer = await loaders.customer()
  return customer ? { __typename: 'ChangeFtpIntegrationSuccess', customer } : customerNotFound
}

type CheckedCallback =
  | { readonly callbackUrl: string | null; readonly callbackFormat: string | null }
  | { readonly fields: readonly InvalidFtpField[] }

function checkCallback({ callbackUrl, callbackFormat }: ChangeFtpIntegrationInput): CheckedCallback {
  const format = callbackFormat?.toLowerCase() ?? null
  const text = callbackUrl?.trim() || null
  if (text === null) return { callbackUrl: null, callbackFormat: format }
  const url = text === demoReceiver ? { url: text } : checkCallbackUrl(text)
  const fields: InvalidFtpField[] = []
  if ('problem' in url) fields.push({ field: 'CALLBACK_URL', problem: url.problem })
  if (format === null) fields.push({ field: 'CALLBACK_FORMAT', problem: 'MISSING' })
  return 'url' in url && fields.length === 0 ? { callbackUrl: url.url, callbackFormat: format } : { fields }
}

function invalidIntegration(fields: readonly InvalidFtpField[]) {
  return {
    __typename: 'InvalidFtpIntegration',
    code: 'INVALID_FTP_INTEGRATION',
    message: 'Some fields of the FTP integration are not allowed.',
    fields,
  } as const
}
