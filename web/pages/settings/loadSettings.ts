import { loadQuery } from 'react-relay/hooks'
import query, { type SettingsPageQuery } from '../../__generated__/SettingsPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the settings. */
export function loadSettings({ environment }: Session) {
  return loadQuery<SettingsPageQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' })
}
