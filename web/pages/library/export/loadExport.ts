import { loadQuery } from 'react-relay/hooks'
import { type LoaderFunctionArgs, redirect } from 'react-router-dom'
import query, { type ExportPageQuery } from '../../../__generated__/ExportPageQuery.graphql.ts'
import { carryAlong } from '../../../shared/carryAlong.ts'
import { offersExport } from '../../../shared/exportDialog.ts'
import { homePath } from '../../../shared/paths.ts'
import type { Session } from '../../../app/Session.ts'

/** Starts the query of an export. Brands without exports are redirected to the home page. */
export function loadExport({ config, environment }: Session, { params, request }: LoaderFunctionArgs) {
  if (!offersExport(config)) return redirect(carryAlong(homePath, new URL(request.url).search))
  const variables = { backupId: params['backupId'] ?? '' }
  // The store's copy may be outdated: exports expire.
  return loadQuery<ExportPageQuery>(environment, query, variables, { fetchPolicy: 'network-only' })
}
