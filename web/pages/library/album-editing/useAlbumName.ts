import { useState } from 'react'
import { type AlbumNameProblem, albumNameProblem } from '../../../../schema/rules/albumName.ts'

/** The state of the field for an album's name. */
export interface AlbumName {
  readonly value: string
  /** Why the latest attempt to save was refused; a new object for each refusal, so that the field takes the focus. */
  readonly refusal: { readonly problem: AlbumNameProblem } | null
  readonly change: (value: string) => void
  /** Shows a problem and focuses the field; null clears it. */
  readonly refuse: (problem: AlbumNameProblem | null) => void
  /** Validates the name before it is saved. If the name is not valid, shows the problem and returns false. */
  readonly check: () => boolean
}

/** The name of an album in a form. */
export function useAlbumName(initial = ''): AlbumName {
  const [value, change] = useState(initial)
  const [refusal, setRefusal] = useState<AlbumName['refusal']>(null)
  const refuse = (problem: AlbumNameProblem | null) => setRefusal(problem && { problem })
  const check = () => {
    const problem = albumNameProblem(value)
    refuse(problem)
    return problem === null
  }
  return { value, refusal, change, refuse, check }
}
