import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { EditorOrder_photos$key } from '../../__generated__/EditorOrder_photos.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { typedKey } from '../../shared/typedTexts.ts'
import { actionLink } from '../../ui/actionLink.ts'
import { AllPhotosChoice } from './AllPhotosChoice.tsx'
import { useDraft } from './draft.ts'
import styles from './EditorOrder.module.css'
import { EditorPhotoListItem } from './EditorPhotoListItem.tsx'
import photoStyles from './EditorPhotos.module.css'
import { OrderForm } from './OrderForm.tsx'
import { type ChoosablePhoto, choiceOf, possiblePrints, type PrintChoice, printsOfAll } from './printChoices.ts'
import { UnpaidOrderNotice } from './UnpaidOrderNotice.tsx'
import { useDeliveryCountries } from './useDeliveryCountries.ts'
import type { PrintQuote } from './usePrintQuote.ts'

const fragment = graphql`
  fragment EditorOrder_photos on Photo @relay(plural: true) {
    id
    width
    height
    ...EditorPhotoListItem_photo
  }
`

/** The id of the section with the order. */
const orderId = 'order'

interface EditorOrderProps {
  readonly selectionId: string
  readonly photos: EditorOrder_photos$key
  /** How many photos the selection has. */
  readonly count: number
  /** How many photos of the selection are not loaded yet, and so are not in the order. */
  readonly notLoadedCount: number
  /** The button that loads more photos. */
  readonly more: ReactNode
}

/** The photos with the chosen prints, and beside them the order. */
export function EditorOrder({ selectionId, count, notLoadedCount, more, ...keys }: EditorOrderProps) {
  const data = useFragment(fragment, keys.photos)
  const photos = useMemo(() => data.map(({ id, width, height }) => ({ id, width, height })), [data])
  const { formatMessage } = useIntl()
  const session = useSession()
  const { country } = useDeliveryCountries()
  const [draft, change] = useDraft(typedKey(session, `editor:${selectionId}`), country)
  const [prices, setPrices] = useState<PrintQuote['sizes']>([])
  const { choices } = draft
  const prints = useMemo(() => printsOfAll(photos, choices), [photos, choices])
  const chooseAll = useCallback(
    (ids: readonly string[], choice: PrintChoice) => {
      const chosen = Object.fromEntries(ids.map((id) => [id, choice]))
      change((current) => ({ choices: { ...current.choices, ...chosen } }))
    },
    [change],
  )
  // The same function at each rendering, so that only the photo that changes is rendered again.
  const choose = useCallback((id: string, choice: PrintChoice) => chooseAll([id], choice), [chooseAll])
  const chooseForAll = (choice: PrintChoice) => {
    const able = photos.filter((photo) => choice.size === null || isPossible(photo, choice.size))
    chooseAll(
      able.map(({ id }) => id),
      choice,
    )
  }
  return (
    <div className={styles.editor}>
      <section aria-label={formatMessage({ id: 'editor.photos' })} className={styles.photos}>
        <div className={photoStyles.total}>
          <p>{formatMessage({ id: 'editor.photosCount' }, { count })}</p>
          {/* Hundreds of photos can be before the order, each with two fields. */}
          <a href={`#${orderId}`} className={actionLink}>
            {formatMessage({ id: 'editor.toOrder' })}
          </a>
        </div>
        {photos.length > 1 && <AllPhotosChoice prices={prices} onChoose={chooseForAll} />}
        <ul className={photoStyles.photos}>
          {data.map((photo) => {
            const { size, copies } = choiceOf(photo, choices[photo.id])
            return (
              <EditorPhotoListItem
                key={photo.id}
                photo={photo}
                size={size}
                copies={copies}
                prices={prices}
                onChoose={choose}
              />
            )
          })}
        </ul>
        {more && <div className={photoStyles.more}>{more}</div>}
      </section>
      <section id={orderId} tabIndex={-1} aria-label={formatMessage({ id: 'editor.order' })} className={styles.order}>
        {draft.unpaid ? (
          <UnpaidOrderNotice order={draft.unpaid} draft={draft} onChange={change} />
        ) : (
          <OrderForm
            basketId={`${selectionId}.${draft.orders}`}
            prints={prints}
            notLoadedCount={notLoadedCount}
            draft={draft}
            onChange={change}
            onPrices={setPrices}
            onMissing={(ids) => chooseAll(ids, { size: null, copies: 1 })}
          />
        )}
      </section>
    </div>
  )
}

function isPossible(photo: ChoosablePhoto, size: string): boolean {
  return possiblePrints(photo).some(({ code }) => code === size)
}
