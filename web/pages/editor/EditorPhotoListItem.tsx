import { memo, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { EditorPhotoListItem_photo$key } from '../../__generated__/EditorPhotoListItem_photo.graphql.ts'
import { printLimits } from '../../../schema/rules/prints.ts'
import { classes } from '../../ui/classes.ts'
import field from '../../ui/TextField.module.css'
import { EditorPhotoFrame } from './EditorPhotoFrame.tsx'
import styles from './EditorPhotoListItem.module.css'
import { allowedCopies, possiblePrints, type PrintChoice } from './printChoices.ts'
import type { PrintQuote } from './usePrintQuote.ts'
import { useSizeOptions } from './useSizeOptions.ts'

const fragment = graphql`
  fragment EditorPhotoListItem_photo on Photo {
    id
    fileName
    width
    height
    ...EditorPhotoFrame_photo
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

/**
 * One photo as a print, with the sizes for which it has enough pixels. Memoized, because there can be 1,000 of them.
 */
export const EditorPhotoListItem = memo(function EditorPhotoListItem(props: EditorPhotoListItemProps) {
  const { formatMessage } = useIntl()
  const data = useFragment(fragment, props.photo)
  const name = data.fileName ?? formatMessage({ id: 'editor.unnamed' })
  return (
    <EditorPhotoFrame photo={data}>
      <Choice
        {...props}
        photoId={data.id}
        name={name}
        prints={possiblePrints({ width: data.width, height: data.height })}
      />
    </EditorPhotoFrame>
  )
})

interface ChoiceProps extends Omit<EditorPhotoListItemProps, 'photo'> {
  readonly photoId: string
  readonly name: string
  readonly prints: ReturnType<typeof possiblePrints>
}

function Choice({ photoId, name, prints, size, copies, prices, onChoose }: ChoiceProps) {
  const { formatMessage } = useIntl()
  const options = useSizeOptions(prints, prices)
  // While the customer types, the text may not be a number.
  const [typed, setTyped] = useState<string | null>(null)
  if (prints.length === 0) return <p className={styles.warning}>{formatMessage({ id: 'editor.tooSmall' })}</p>
  return (
    <div className={styles.choice}>
      <select
        aria-label={formatMessage({ id: 'editor.sizeOf' }, { name })}
        className={classes(field.input, field.select)}
        value={size ?? ''}
        onChange={({ target }) => onChoose(photoId, { size: target.value === '' ? null : target.value, copies })}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <div className={styles.copiesField}>
        <input
          aria-label={formatMessage({ id: 'editor.copiesOf' }, { name })}
          className={classes(field.input, styles.copies)}
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
        {/* The label of the field says the same, and names the photo. */}
        <span aria-hidden="true">{formatMessage({ id: 'editor.copies' })}</span>
      </div>
    </div>
  )
}
