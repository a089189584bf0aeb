import type { IntlShape } from 'react-intl'

/** The time to wait before the next request. */
export interface Wait {
  /** The time in seconds; null if unknown. */
  readonly retryAfter: number | null
}

/** The text for an exceeded rate limit, with the time to wait if it is known. */
export function tooManyDownloads({ formatMessage }: Pick<IntlShape, 'formatMessage'>, { retryAfter }: Wait): string {
  if (retryAfter === null) return formatMessage({ id: 'download.tooMany' })
  return formatMessage({ id: 'download.tooManyFor' }, { minutes: Math.max(1, Math.ceil(retryAfter / 60)) })
}
