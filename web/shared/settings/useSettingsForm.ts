import { type ReactNode, useState } from 'react'
import { useSession } from '../../app/sessionContext.ts'
import { useAppNavigate } from '../AppLink.tsx'
import { signOutPath } from '../paths.ts'
import { keepTyped, readTyped, typedKey } from '../typedTexts.ts'

/** The texts of a form, and the version of the saved data that had these texts. */
export interface Versioned<Texts> {
  readonly texts: Texts
  /** Null when the service has no versions. */
  readonly version: string | null
}

/** Why nothing was saved. */
export type FormRefusal<Texts, Problem> =
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  /** Other texts were saved since the customer saw the form. `current` is what is saved now. */
  | { readonly kind: 'changedMeanwhile'; readonly current: Versioned<Texts> }
  /** The change is sensitive, and the sign-in is too old. */
  | { readonly kind: 'signIn' }
  /** The business account is blocked. */
  | { readonly kind: 'blocked' }
  /** Any other reason: a sentence for the customer, and what the customer can do about it. */
  | { readonly kind: 'other'; readonly text: string; readonly action?: ReactNode }
  | { readonly kind: 'failed'; readonly correlationId: string }

export type SaveOutcome<Texts, Problem> =
  | { readonly kind: 'saved' }
  /** The account is deleted, or marked for deletion. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly refusal: FormRefusal<Texts, Problem> }

export type FormState<Texts, Problem> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'refused'; readonly refusal: FormRefusal<Texts, Problem> }

export interface SettingsFormOptions<Texts extends object, Problem> {
  /** Unique among the forms of an account. What was typed is kept under this name. */
  readonly name: string
  /** What is saved now. */
  readonly saved: Versioned<Texts>
  /** Returns the texts as they are sent: for instance with the house number in its own field. */
  readonly complete?: (texts: Texts) => Texts
  /** Returns what is wrong with the texts. */
  readonly check: (texts: Texts) => readonly Problem[]
  readonly save: (texts: Texts, version: string | null) => Promise<SaveOutcome<Texts, Problem>>
  readonly onSaved?: () => void
}

export interface SettingsForm<Texts, Problem> {
  readonly texts: Texts
  readonly state: FormState<Texts, Problem>
  /** What is wrong with the fields. The same array until the next attempt. */
  readonly problems: readonly Problem[]
  /** Whether the customer has typed something that is not saved. */
  readonly isChanged: boolean
  readonly type: (texts: Texts) => void
  readonly submit: () => void
  /** After `changedMeanwhile`: saves what was typed in place of what is saved now. */
  readonly overwrite: () => void
  /** Forgets what was typed. */
  readonly discard: () => void
}

/** What was typed, and what the customer saw before. */
interface Draft<Texts> extends Versioned<Texts> {
  readonly seen: Texts
}

const noProblems: readonly never[] = []

/**
 * A form of the settings. What was typed survives a failure and a reload. Until something is typed, the form follows
 * what is saved.
 */
export function useSettingsForm<Texts extends object, Problem>(
  options: SettingsFormOptions<Texts, Problem>,
): SettingsForm<Texts, Problem> {
  const { saved, check, complete = (texts) => texts } = options
  const { draft, keep, forget } = useDraft<Texts>(options.name)
  const [state, setState] = useState<FormState<Texts, Problem>>({ kind: 'idle' })
  const navigate = useAppNavigate()
  const current: Draft<Texts> = draft ?? { ...saved, seen: saved.texts }
  const refuse = (refusal: FormRefusal<Texts, Problem>) => setState({ kind: 'refused', refusal })

  const send = async (sent: Draft<Texts>) => {
    const problems = check(sent.texts)
    if (problems.length > 0) return refuse({ kind: 'invalid', problems })
    setState({ kind: 'saving' })
    const outcome = await saveOver(sent, options.save)
    if (outcome.kind === 'refused') return refuse(outcome.refusal)
    if (outcome.kind === 'gone') return navigate(signOutPath, { replace: true })
    forget()
    setState({ kind: 'saved' })
    options.onSaved?.()
  }
  const submit = () => {
    if (state.kind === 'saving') return
    const completed = { ...current, texts: complete(current.texts) }
    keep(completed)
    void send(completed)
  }
  return {
    texts: current.texts,
    state,
    problems: state.kind === 'refused' && state.refusal.kind === 'invalid' ? state.refusal.problems : noProblems,
    isChanged: draft !== null,
    type: (texts) => {
      keep({ ...current, texts })
      // The messages at the fields stay until the next attempt. Other messages disappear when the customer types.
      if (state.kind === 'saved' || (state.kind === 'refused' && state.refusal.kind !== 'invalid')) {
        setState({ kind: 'idle' })
      }
    },
    submit,
    overwrite: () => {
      if (state.kind !== 'refused' || state.refusal.kind !== 'changedMeanwhile') return
      const { texts: seen, version } = state.refusal.current
      const mine = { texts: current.texts, version, seen }
      keep(mine)
      void send(mine)
    },
    discard: () => {
      forget()
      setState({ kind: 'idle' })
    },
  }
}

/** What was typed and is not saved; null if nothing was typed. */
function useDraft<Texts extends object>(name: string) {
  const key = typedKey(useSession(), name)
  const [draft, setDraft] = useState(() => readTyped<Draft<Texts> | null>(key, null))
  const keep = (typed: Draft<Texts> | null) => {
    keepTyped(key, typed)
    setDraft(typed)
  }
  return { draft, keep, forget: () => keep(null) }
}

/**
 * Saves what was typed. A version covers more than one form, so another form may have changed it. If the saved texts of
 * this form are still those that the customer saw, the form is sent again with the new version.
 */
async function saveOver<Texts extends object, Problem>(
  { texts, version, seen }: Draft<Texts>,
  save: SettingsFormOptions<Texts, Problem>['save'],
): Promise<SaveOutcome<Texts, Problem>> {
  const outcome = await save(texts, version)
  const current = outcome.kind === 'refused' && outcome.refusal.kind === 'changedMeanwhile' && outcome.refusal.current
  const isSame = current && current.version !== version && JSON.stringify(current.texts) === JSON.stringify(seen)
  return isSame ? await save(texts, current.version) : outcome
}
