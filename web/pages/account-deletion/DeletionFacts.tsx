import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  DeletionFacts_deletion$data,
  DeletionFacts_deletion$key,
} from '../../__generated__/DeletionFacts_deletion.graphql.ts'
import styles from './AccountDeletionPage.module.css'

const fragment = graphql`
  fragment DeletionFacts_deletion on AccountDeletion {
    graceDays
    photosCount
    albumsCount
    sharedAlbumsCount
    projectsCount
    openOrdersCount
    keptInvoices {
      count
      until
    }
  }
`

type Facts = DeletionFacts_deletion$data

/** What is deleted, what stays and until when, and for how long the deletion can be undone. */
export function DeletionFacts({ deletion: key }: { readonly deletion: DeletionFacts_deletion$key }) {
  const { formatMessage } = useIntl()
  const facts = useFragment(fragment, key)
  const kept = useKeptText(facts.keptInvoices)
  return (
    <>
      <section className={styles.section}>
        <h2>{formatMessage({ id: 'accountDeletion.lost' })}</h2>
        <Lost facts={facts} />
      </section>
      <section className={styles.section}>
        <h2>{formatMessage({ id: 'accountDeletion.stays' })}</h2>
        <p>{kept}</p>
      </section>
      <p>{formatMessage({ id: 'accountDeletion.grace' }, { days: facts.graceDays })}</p>
    </>
  )
}

function Lost({ facts }: { readonly facts: Facts }) {
  const { formatMessage } = useIntl()
  const openOrders = facts.openOrdersCount ?? null
  const lost = [
    { id: 'accountDeletion.photos', count: facts.photosCount ?? null },
    { id: 'accountDeletion.albums', count: facts.albumsCount ?? null },
    { id: 'accountDeletion.sharedAlbums', count: facts.sharedAlbumsCount ?? null },
    { id: 'accountDeletion.projects', count: facts.projectsCount ?? null },
  ]
  const hasUnknown = openOrders === null || lost.some(({ count }) => count === null)
  return (
    <>
      <ul className={styles.list}>
        {lost.map(({ id, count }) => !!count && <li key={id}>{formatMessage({ id }, { count })}</li>)}
        <li>{formatMessage({ id: 'accountDeletion.orderHistory' })}</li>
        {hasUnknown && <li>{formatMessage({ id: 'accountDeletion.unknown' })}</li>}
      </ul>
      {openOrders !== null && openOrders > 0 && (
        <p>{formatMessage({ id: 'accountDeletion.openOrders' }, { count: openOrders })}</p>
      )}
    </>
  )
}

/** Says how many invoices stay, and until when. */
function useKeptText(invoices: Facts['keptInvoices']): string {
  const { formatMessage, formatDate } = useIntl()
  if (!invoices) return formatMessage({ id: 'accountDeletion.unknown' })
  const { count, until } = invoices
  if (!until) return formatMessage({ id: 'accountDeletion.staysNothing' })
  const date = formatDate(until, { dateStyle: 'long', timeZone: 'UTC' })
  return formatMessage({ id: 'accountDeletion.invoices' }, { count, date })
}
