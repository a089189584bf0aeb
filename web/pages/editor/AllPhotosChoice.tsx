import { useState } from 'react'
import { useIntl } from 'react-intl'
import { printLimits } from '../../../schema/rules/prints.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './EditorOrder.module.css'
import { allowedCopies, allSizes, type PrintChoice } from './printChoices.ts'
import type { PrintQuote } from './usePrintQuote.ts'
import { useSizeOptions } from './useSizeOptions.ts'

interface AllPhotosChoiceProps {
  readonly prices: PrintQuote['sizes']
  readonly onChoose: (choice: PrintChoice) => void
}

/** Chooses one size and one number of copies for all photos. */
export function AllPhotosChoice({ prices, onChoose }: AllPhotosChoiceProps) {
  const { formatMessage } = useIntl()
  const [size, setSize] = useState(allSizes[0]?.code ?? '')
  const [copies, setCopies] = useState('1')
  return (
    <fieldset className={styles.all}>
      <legend className={styles.legend}>{formatMessage({ id: 'editor.all' })}</legend>
      <SelectField
        label={formatMessage({ id: 'editor.size' })}
        options={useSizeOptions(allSizes, prices)}
        value={size}
        onChange={setSize}
      />
      <TextField
        label={formatMessage({ id: 'editor.copies' })}
        type="number"
        min={1}
        max={printLimits.copies}
        inputMode="numeric"
        value={copies}
        onChange={(event) => setCopies(event.target.value)}
        onBlur={() => setCopies(String(allowedCopies(Number(copies))))}
      />
      <Button onPress={() => onChoose({ size: size === '' ? null : size, copies: allowedCopies(Number(copies)) })}>
        {formatMessage({ id: 'editor.all.apply' })}
      </Button>
      <p className={styles.note}>{formatMessage({ id: 'editor.all.note' })}</p>
    </fieldset>
  )
}
