import { codedError } from '../../errors/codes.ts'

/** The error when the service has no subscriptions. Clients can avoid it: `Viewer.newsletter` is null then. */
export function noNewsletter() {
  return codedError('NOT_FOUND', 'The service has no subscriptions to news and offers.')
}
