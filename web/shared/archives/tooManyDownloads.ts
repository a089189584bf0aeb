import type { IntlShape } from 'react-intl'

/** How long to wait before something is asked for again. */
export interface Wait {
  /** In seconds; null: nobody knows. */
  readonly retryAfter: number | null
}

/** Says that too many downloads were asked for in a short time, and when to try again. */
export function tooManyDownloads({ formatMessage }: Pick<IntlShape, 'formatMessage'>, { retryAfter }: Wait): string {
  if (retryAfter === null) return formatMessage({ id: 'download.tooMany' })
  return formatMessage({ id: 'download.tooManyFor' }, { minutes: Math.max(1, Math.ceil(retryAfter / 60)) })
}
