import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'
import { TextField } from '../../../ui/TextField.tsx'
import { albumNameMessage } from './albumFailure.ts'
import type { AlbumName } from './useAlbumName.ts'

export interface AlbumNameFieldProps {
  readonly name: AlbumName
  /** While the name is being saved, it cannot be edited. */
  readonly isPending: boolean
}

/** The text field for an album's name. */
export function AlbumNameField({ name, isPending }: AlbumNameFieldProps) {
  const { formatMessage } = useIntl()
  const { value, refusal, change } = name
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (refusal) field.current?.focus()
  }, [refusal])
  return (
    <TextField
      ref={field}
      data-initial-focus
      label={formatMessage({ id: 'albums.name.label' })}
      placeholder={formatMessage({ id: 'albums.name.placeholder' })}
      value={value}
      readOnly={isPending}
      error={refusal && formatMessage({ id: albumNameMessage(refusal.problem) })}
      autoComplete="off"
      enterKeyHint="done"
      // Does not select a rejected name, because the user will correct it rather than replace it.
      onFocus={({ currentTarget }) => refusal === null && currentTarget.select()}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
