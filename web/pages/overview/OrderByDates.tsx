import { FormattedMessage, useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { OrderByDatesQuery } from '../../__generated__/OrderByDatesQuery.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { useAnswer } from '../../relay/useAnswer.ts'
import { useReturn } from '../../relay/useReturn.ts'
import { OrderLink } from '../../shared/storage/OrderLink.tsx'
import { daysUntil } from './daysUntil.ts'
import { usePartMemory } from './partMemory.ts'
import { PartSkeleton } from './PartSkeleton.tsx'
import { type Season, nearSeasons } from './seasons.ts'
import styles from './OrderByDates.module.css'

const query = graphql`
  query OrderByDatesQuery($locale: Locale!) {
    viewer {
      orderByDates(locale: $locale) {
        ...seasons_date
      }
    }
  }
`

export interface OrderByDatesProps {
  /** The height (px) of the space that is reserved until the answer arrives; null: none. */
  readonly reservedHeight: number | null
}

/**
 * The last days to order for the seasons that are near. Renders nothing if no season is near, or if the dates cannot be
 * loaded.
 */
export function OrderByDates({ reservedHeight }: OrderByDatesProps) {
  const { locale } = useSession()
  const { reference, hasFailed, refresh } = useAnswer<OrderByDatesQuery>(query, { locale })
  useReturn(() => void refresh())
  if (reference) return <LoadedDates queryReference={reference} />
  return reservedHeight === null || hasFailed ? null : <PartSkeleton height={reservedHeight} />
}

function LoadedDates({ queryReference }: { readonly queryReference: PreloadedQuery<OrderByDatesQuery> }) {
  const dates = usePreloadedQuery<OrderByDatesQuery>(query, queryReference).viewer?.orderByDates
  const seasons = nearSeasons(dates ?? [])
  const isShown = seasons.length > 0
  const ref = usePartMemory('orderByDates', dates ? isShown : null, seasons.at(-1)?.deliveredBy)
  if (!isShown) return null
  return (
    <section ref={ref} aria-labelledby="order-by-dates" className={styles.dates}>
      <div className={styles.header}>
        <h2 id="order-by-dates" className={styles.title}>
          <FormattedMessage id="overview.season.title" />
        </h2>
        <OrderLink size="small" />
      </div>
      <div className={styles.seasons}>
        {seasons.map((season) => (
          <SeasonDates key={`${season.occasion} ${season.deliveredBy}`} season={season} />
        ))}
      </div>
    </section>
  )
}

const dayFormat = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const

function SeasonDates({ season }: { readonly season: Season }) {
  const { formatDate, formatDisplayName, formatList } = useIntl()
  const { occasion, deliveredBy, days, closed } = season
  const country = formatDisplayName(season.country, { type: 'region' }) ?? season.country
  const listOf = (articles: readonly string[]) => formatList(articles, { type: 'unit' })
  return (
    <div className={styles.season}>
      <h3 className={styles.occasion}>{occasion}</h3>
      <p className={styles.delivery}>
        <FormattedMessage
          id="overview.season.delivery"
          values={{ date: formatDate(deliveredBy, dayFormat), country }}
        />
      </p>
      {days.length > 0 && (
        <ul className={styles.days}>
          {days.map(({ orderBy, articles }) => (
            <li key={orderBy} className={styles.day}>
              <time dateTime={orderBy} className={styles.date}>
                <FormattedMessage
                  id="overview.season.by"
                  values={{ day: dayNameOf(orderBy), date: formatDate(orderBy, dayFormat) }}
                />
              </time>{' '}
              <span>{listOf(articles)}</span>
            </li>
          ))}
        </ul>
      )}
      {closed.length > 0 && (
        <p className={styles.closed}>
          {days.length > 0 ? (
            <FormattedMessage id="overview.season.closed" values={{ articles: listOf(closed) }} />
          ) : (
            <FormattedMessage id="overview.season.over" />
          )}
        </p>
      )}
    </div>
  )
}

/** How the row names the day: "Today", "Tomorrow", or by its date. The message selects its text by this value. */
function dayNameOf(day: string): 'today' | 'tomorrow' | 'other' {
  const days = daysUntil(day)
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : 'other'
}
