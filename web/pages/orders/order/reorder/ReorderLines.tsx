import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  ReorderLines_preflight$data,
  ReorderLines_preflight$key,
} from '../../../../__generated__/ReorderLines_preflight.graphql.ts'
import { useMoney } from '../../../../shared/money.ts'
import { LinePictures } from '../../../../shared/orders/LinePictures.tsx'
import styles from './ReorderLines.module.css'

const fragment = graphql`
  fragment ReorderLines_preflight on ReorderPreflight {
    lines {
      missingPhotosCount
      skipReason
      priceThen {
        amount
        ...money_amount
      }
      priceNow {
        amount
        ...money_amount
      }
      line {
        id
        title
        quantity
        ...LinePictures_line
      }
    }
  }
`

/** The lines of a reorder. A line that is left out shows the reason, every other line its price then and now. */
export function ReorderLines({ preflight }: { readonly preflight: ReorderLines_preflight$key }) {
  const { lines } = useFragment(fragment, preflight)
  return (
    <ul className={styles.lines}>
      {lines.map((entry) => (
        <li key={entry.line.id} data-skipped={Boolean(entry.skipReason)} className={styles.line}>
          <LinePictures lines={[entry.line]} maximum={1} className={styles.picture} />
          <div className={styles.about}>
            <p className={styles.title}>
              <FormattedMessage
                id="order.quantityOf"
                values={{ quantity: entry.line.quantity, title: entry.line.title }}
              />
            </p>
            {entry.skipReason ? <Skipped reason={entry.skipReason} /> : <Ordered entry={entry} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

type Entry = ReorderLines_preflight$data['lines'][number]

function Skipped({ reason }: { readonly reason: NonNullable<Entry['skipReason']> }) {
  return (
    <p className={styles.warning}>
      {reason === '%future added value' ? (
        <FormattedMessage id="reorder.skip.other" />
      ) : (
        <FormattedMessage id={`reorder.skip.${reason}`} />
      )}
    </p>
  )
}

/** The current price of one item, the earlier price if it was different, and the number of missing photos. */
function Ordered({ entry: { priceThen, priceNow, missingPhotosCount } }: { readonly entry: Entry }) {
  const money = useMoney()
  const isOther = priceThen && priceNow && priceThen.amount !== priceNow.amount
  return (
    <>
      {priceNow && (
        <p className={styles.price}>
          {isOther ? (
            <FormattedMessage id="reorder.priceChanged" values={{ before: money(priceThen), now: money(priceNow) }} />
          ) : (
            <FormattedMessage id="reorder.price" values={{ price: money(priceNow) }} />
          )}
        </p>
      )}
      {!priceNow && (
        <p className={styles.price}>
          <FormattedMessage id="reorder.priceUnknown" />
        </p>
      )}
      {(missingPhotosCount ?? 0) > 0 && (
        <p className={styles.warning}>
          <FormattedMessage id="reorder.missingPhotos" values={{ count: missingPhotosCount }} />
        </p>
      )}
    </>
  )
}
