import type { Messages } from '../../platform/messages.ts'
import { passwordLength, type FieldProblem } from '../registration.ts'
import { type Content, type Html, html } from '../../platform/html.ts'

export interface TextField {
  readonly name: 'name' | 'email' | 'password' | 'currentPassword'
  readonly type: 'text' | 'email' | 'password'
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly autocomplete: string
  readonly autofocus?: boolean
  readonly problems: readonly FieldProblem[]
}

/** A labelled input with its hint and error message, linked for screen readers. */
export function textField(messages: Messages, field: TextField): Html {
  const problem = field.problems.find((candidate) => candidate.field === field.name)
  const described = [field.hint === undefined ? '' : `${field.name}-hint`, problem ? `${field.name}-problem` : '']
  const describedBy = described.filter((id) => id !== '').join(' ')
  const input = html`<input
    id="${field.name}"
    name="${field.name}"
    type="${field.type}"
    value="${field.value}"
    autocomplete="${field.autocomplete}"
    required
    ${field.type === 'email' && html`inputmode="email" autocapitalize="none" spellcheck="false"`}
    ${field.autofocus === true && html`autofocus`}
    ${problem !== undefined && html`aria-invalid="true"`}
    ${describedBy !== '' && html`aria-describedby="${describedBy}"`}
  />`
  return html`<div class="field">
    <label for="${field.name}"><span id="${field.name}-label">${field.label}</span></label>
    ${field.hint !== undefined && html`<p class="hint" id="${field.name}-hint">${field.hint}</p>`}
    ${problem !== undefined && problemText(messages, problem)}
    ${field.type === 'password' ? html`<div class="password">${input}${toggle(messages, field.name)}</div>` : input}
  </div>`
}

/** The field for a new password, with its length as the hint. */
export function newPasswordField(
  messages: Messages,
  label: string,
  field: Pick<TextField, 'autofocus' | 'problems'>,
): Html {
  return textField(messages, {
    ...field,
    name: 'password',
    type: 'password',
    label,
    hint: messages.text('identity.password.hint', passwordLength),
    value: '',
    autocomplete: 'new-password',
  })
}

/** The error message of a field. */
export function problemText(messages: Messages, problem: FieldProblem): Html {
  return html`<p class="problem" id="${problem.field}-problem">${problemMessage(messages, problem)}</p>`
}

/** What a refused form has to say above its fields. */
export interface FormRefusal {
  readonly problems: readonly FieldProblem[]
  /** How long to wait (s) after too many attempts; otherwise null. */
  readonly lockedSeconds: number | null
}

/** True if the page shows a form again because it was refused. */
export function isRefused({ problems, lockedSeconds }: FormRefusal): boolean {
  return problems.length > 0 || lockedSeconds !== null
}

/** How long to wait, or else the list of errors. @param lockedMessage the `message` of `lockedNotice` */
export function formNotice(messages: Messages, form: FormRefusal, lockedMessage: string): Html | null {
  if (form.lockedSeconds === null) return problemSummary(messages, form.problems)
  return lockedNotice(messages, lockedMessage, form.lockedSeconds)
}

/** The list of errors above a refused form. It gets the focus, and each entry links to its field. */
export function problemSummary(messages: Messages, problems: readonly FieldProblem[]): Html | null {
  if (problems.length === 0) return null
  return html`<div class="problems" role="alert" tabindex="-1" autofocus data-problems>
    <h2>${messages.text('identity.problem.summary', { count: problems.length })}</h2>
    <ul>
      ${problems.map((problem) => html`<li><a href="#${problem.field}">${problemMessage(messages, problem)}</a></li>`)}
    </ul>
  </div>`
}

/**
 * Says how long to wait before the next attempt. The script counts down, and says when the wait is over.
 * @param message the id of a message that contains `<time>{wait}</time>`
 * @param advice what the visitor can do instead
 */
export function lockedNotice(messages: Messages, message: string, seconds: number, advice: Content = null): Html {
  const wait = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return html`<div class="problems" role="alert" tabindex="-1" autofocus data-problems>
    <h2>${messages.text('identity.problem.lockedTitle')}</h2>
    <p>
      ${messages.rich(message, { time: (text) => html`<span class="time" role="timer" data-countdown="${seconds}">${text}</span>` }, { wait })}
    </p>
    ${advice !== null && html`<p>${advice}</p>`}
    <p role="status" data-over="${messages.text('identity.problem.lockedOver')}"></p>
  </div>`
}

function problemMessage(messages: Messages, problem: FieldProblem): string {
  return messages.text(`identity.problem.${problem.code}`, passwordLength)
}

/**
 * A button that shows or hides the typed password. The button appears when the script runs, because it does nothing
 * without the script. A page can have two such buttons, so each is described by the label of its field.
 */
function toggle(messages: Messages, controls: string): Html {
  return html`<button
    type="button"
    class="toggle"
    aria-controls="${controls}"
    aria-pressed="false"
    aria-label="${messages.text('identity.password.showLabel')}"
    aria-describedby="${controls}-label"
    hidden
    data-toggle
  >
    ${messages.text('identity.password.show')}
  </button>`
}
