import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { FindOrigin } from './bookUrls.ts'
import type { WidgetsTables } from './tables.ts'
import type { BookTokens } from './tokens.ts'

/** What all parts of the widgets service use. */
export interface WidgetsContext {
  readonly platform: Platform
  readonly database: Kysely<WidgetsTables>
  readonly tokens: BookTokens
  readonly findOrigin: FindOrigin
}
