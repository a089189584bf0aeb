import { useState } from 'react'
import { type AlbumNameProblem, albumNameProblem } from '../../../../schema/rules/albumName.ts'

/** A name that is being typed, for its field. */
export interface AlbumName {
  readonly value: string
  /** What was wrong with it when it was last to be saved; another object each time. */
  readonly refusal: { readonly problem: AlbumNameProblem } | null
  readonly change: (value: string) => void
  /** Says what is wrong with it, and puts focus there; null: nothing is. */
  readonly refuse: (problem: AlbumNameProblem | null) => void
  /** To be called when it is to be saved, and only then: whether it will do. */
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
