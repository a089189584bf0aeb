import { memo, useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { EditorPhotoListItem_photo$key } from '../../__generated__/EditorPhotoListItem_photo.graphql.ts'
import { PhotoImage } from '../../shared/PhotoImage.tsx'
import { printLimits } from '../../../schema/rules/prints.ts'
import styles from './EditorPhotoListItem.module.css'
import { allowedCopies, possiblePrints, type PrintChoice } from './printChoices.ts'
import { SizeOptions } from './SizeOptions.tsx'
import type { PrintQuote } from './usePrintQuote.ts'

const fragment = graphql`
  fragment EditorPhotoListItem_photo on Photo {
    id
    fileName
    width
    height
    ...PhotoImage_photo
  }
`

interface EditorPhotoListItemProps {
  readonly photo: EditorPhotoListItem_photo$key
  /** The chosen size; null: no print. */
  readonly size: string | null
  readonly copies: number
  readonly prices: PrintQuote['sizes']
  readonly onChoose: (photoId: string, choice: PrintChoice) => void
}

/** One photo as a print, with the sizes for which it has enough pixels. Memoized, because there can be 1,000 of them. */
export const EditorPhotoListItem = memo(function EditorPhotoListItem(props: EditorPhotoListItemProps) {
  const { formatMessage } = useIntl()
  const data = useFragment(fragment, props.photo)
  const nameId = useId()
  const { width, height } = data
  const isKnown = typeof width === 'number' && typeof height === 'number'
  const name = data.fileName ?? formatMessage({ id: 'editor.unnamed' })
  return (
    <li aria-labelledby={nameId} className={styles.item}>
      <div className={styles.mount}>
        <div className={styles.print} style={isKnown ? frameOf(width, height) : undefined}>
          <PhotoImage photo={data} />
        </div>
      </div>
      <h2 id={nameId} className={styles.name} title={name}>
        {name}
      </h2>
      <p className={styles.note}>
        {isKnown
          ? formatMessage({ id: 'editor.pixels' }, { width, height })
          : formatMessage({ id: 'editor.unknownSize' })}
      </p>
      <Choice {...props} photoId={data.id} name={name} prints={possiblePrints(data)} />
    </li>
  )
})

/** The largest frame with the photo's aspect ratio that fits in its square. */
function frameOf(width: number, height: number) {
  return { aspectRatio: `${width} / ${height}`, ...(width >= height ? { width: '100%' } : { height: '100%' }) }
}

interface ChoiceProps extends Omit<EditorPhotoListItemProps, 'photo'> {
  readonly photoId: string
  readonly name: string
  readonly prints: ReturnType<typeof possiblePrints>
}

function Choice({ photoId, name, prints, size, copies, prices, onChoose }: ChoiceProps) {
  const { formatMessage } = useIntl()
  // What is typed may be no number for a moment.
  const [typed, setTyped] = useState<string | null>(null)
  if (prints.length === 0) return <p className={styles.warning}>{formatMessage({ id: 'editor.tooSmall' })}</p>
  return (
    <div className={styles.choice}>
      <select
        aria-label={formatMessage({ id: 'editor.sizeOf' }, { name })}
        className={styles.field}
        value={size ?? ''}
        onChange={({ target }) => onChoose(photoId, { size: target.value === '' ? null : target.value, copies })}
      >
        <SizeOptions prints={prints} prices={prices} />
      </select>
      <input
        aria-label={formatMessage({ id: 'editor.copiesOf' }, { name })}
        className={styles.field}
        type="number"
        min={1}
        max={printLimits.copies}
        inputMode="numeric"
        disabled={size === null}
        value={typed ?? copies}
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.value !== '') onChoose(photoId, { size, copies: allowedCopies(Number(target.value)) })
        }}
        onBlur={() => setTyped(null)}
      />
    </div>
  )
}
