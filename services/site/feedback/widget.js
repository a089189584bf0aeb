/**
 * The feedback widget of the demo brands: a button at the end of the page, and a dialog. It sets no cookie and stores
 * nothing in the browser. feedbackRoute.ts adds the call with the texts.
 */
// eslint-disable-next-line no-unused-vars -- feedbackRoute.ts appends the call
function startFeedback({ id, url, direction, locale, texts, style }) {
  const host = element('aside', { lang: locale, dir: direction })
  host.setAttribute('aria-label', texts.button)
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  const open = element('button', { type: 'button', textContent: texts.button })
  const dialog = element('dialog')
  dialog.setAttribute('aria-labelledby', 'title')
  open.addEventListener('click', () => {
    // A retry has the same id, so an answer that was lost stores nothing twice.
    const entry = { id: newId(), widget: id }
    const send = async (written) => post(url, { ...entry, ...written })
    dialog.replaceChildren(buildForm({ texts, send, onStored: () => thank(dialog, texts) }), closeButton(dialog, texts))
    dialog.showModal()
  })
  root.append(open, dialog)
  document.body.append(host)
}

/** The form. A failure keeps what was written. */
function buildForm({ texts, send, onStored }) {
  const form = element('form', { noValidate: true })
  const text = element('textarea', { id: 'text', maxLength: 2000, rows: 4 })
  text.setAttribute('aria-describedby', 'hint')
  const problem = element('p', { className: 'problem' })
  problem.setAttribute('role', 'alert')
  const submit = element('button', { type: 'submit', className: 'primary', textContent: texts.send })
  form.append(
    element('h2', { id: 'title', textContent: texts.title }),
    element('p', { id: 'scale', textContent: texts.scale }),
    buildNumbers(texts),
    element('label', { htmlFor: 'text', textContent: texts.text }),
    text,
    element('p', { id: 'hint', textContent: texts.hint }),
    problem,
    submit,
  )
  let isSending = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isSending) return
    const chosen = form.querySelector('input:checked')
    problem.textContent = chosen ? '' : texts.missing
    if (!chosen) {
      form.querySelector('input').focus()
      return
    }
    isSending = true
    submit.textContent = texts.sending
    const status = await send({ rating: Number(chosen.value), text: text.value })
    isSending = false
    submit.textContent = texts.send
    if (status === 204) onStored()
    else problem.textContent = status === 429 ? texts.tooMany : texts.failed
  })
  return form
}

function buildNumbers(texts) {
  const numbers = element('fieldset')
  numbers.setAttribute('aria-describedby', 'scale')
  const labels = [1, 2, 3, 4, 5].map((number) => {
    const label = element('label')
    label.append(element('input', { type: 'radio', name: 'rating', value: String(number) }), String(number))
    return label
  })
  numbers.append(element('legend', { textContent: texts.title, className: 'hidden' }), ...labels)
  return numbers
}

/** The service has stored the entry. */
function thank(dialog, texts) {
  const title = element('h2', { id: 'title', tabIndex: -1, textContent: texts.thanks })
  dialog.replaceChildren(title, element('p', { textContent: texts.stored }), closeButton(dialog, texts))
  title.focus()
}

function closeButton(dialog, texts) {
  const button = element('button', { type: 'button', textContent: texts.close })
  button.addEventListener('click', () => dialog.close())
  return button
}

/** @returns the status of the answer; 0 without an answer */
async function post(url, entry) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(entry),
      signal: AbortSignal.timeout(15_000),
    })
    return answer.status
  } catch {
    return 0
  }
}

function element(name, properties = {}) {
  return Object.assign(document.createElement(name), properties)
}

/** A random UUID. `crypto.randomUUID` is missing on pages without https. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] % 16) + 0x40
  bytes[8] = (bytes[8] % 64) + 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
