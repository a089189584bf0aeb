import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { DataDownloadPageQuery } from '../../__generated__/DataDownloadPageQuery.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { offersExport, useExportDialog } from '../../shared/exportDialog.ts'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { CustomerPart } from '../../shared/settings/CustomerPart.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataDownload } from './DataDownload.tsx'
import styles from './DataDownloadPage.module.css'

const query = graphql`
  query DataDownloadPageQuery {
    viewer {
      customer @catch(to: RESULT) {
        business {
          __typename
        }
      }
      ...DataDownload_viewer
    }
  }
`

/** Says what we store about the customer, and offers it as a file. Photos are exported separately. */
export function DataDownloadPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<DataDownloadPageQuery>(query)
  return (
    <PageFrame
      query={page}
      back="settings"
      text={formatMessage({ id: 'dataDownload.text' })}
      failure={formatMessage({ id: 'settings.loadFailed' })}
    >
      <Content page={page} />
    </PageFrame>
  )
}

function Content({ page }: { readonly page: LoadedQuery<DataDownloadPageQuery> }) {
  const { viewer } = usePreloadedQuery<DataDownloadPageQuery>(query, page.reference)
  const { config } = useSession()
  return (
    <CustomerPart result={viewer?.customer} onRetry={page.retry}>
      {({ business }) => (
        <div className={styles.content}>
          {viewer && <DataDownload viewer={viewer} hasInvoices={Boolean(business)} />}
          {offersExport(config) && <PhotoExport />}
        </div>
      )}
    </CustomerPart>
  )
}

function PhotoExport() {
  const { formatMessage } = useIntl()
  const { open } = useExportDialog()
  return (
    <section aria-labelledby="photo-export" className={styles.section}>
      <h2 id="photo-export" className={styles.title}>
        {formatMessage({ id: 'dataDownload.photosTitle' })}
      </h2>
      <p>{formatMessage({ id: 'dataDownload.photos' })}</p>
      <div>
        <Button aria-haspopup="dialog" onPress={open}>
          {formatMessage({ id: 'export.title' })}
        </Button>
      </div>
    </section>
  )
}
