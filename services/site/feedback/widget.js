/**
 * The feedback widget of the demo brands: a button at the end of the page, and a dialog. It sets no cookie and stores
 * nothing in the browser. feedbackRoute.ts adds the call with the texts.
 */
function startFeedback({ id, url, direction, locale, texts, style }) {
  const host = document.createElement('aside')
  host.lang = locale
  host.dir = direction
  host.setAttribute('aria-label', texts.button)
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]

  const button = element('button', { type: 'button', textContent: texts.button })
  const dialog = element('dialog')
  root.append(button, dialog)
  document.body.append(host)
  button.addEventListener('click', open)

  /** A retry has the same id, so an answer that was lost stores nothing twice. */
  let entryId = ''
  let isSending = false

  function open() {
    entryId = newId()
    dialog.replaceChildren(form())
    dialog.showModal()
  }

  function form() {
    const title = element('h2', { id: 'title', textContent: texts.title })
    const scale = element('p', { id: 'scale', textContent: texts.scale })
    const rating = element('fieldset')
    rating.append(element('legend', { textContent: texts.title, className: 'hidden' }), ...numbers())
    rating.setAttribute('aria-describedby', 'scale')
    const label = element('label', { htmlFor: 'text', textContent: texts.text })
    const text = element('textarea', { id: 'text', name: 'text', maxLength: 2000, rows: 4 })
    text.setAttribute('aria-describedby', 'hint')
    const hint = element('p', { id: 'hint', textContent: texts.hint })
    const problem = element('p', { className: 'problem' })
    problem.setAttribute('role', 'alert')
    const send = element('button', { type: 'submit', className: 'primary', textContent: texts.send })
    const actions = element('div', { className: 'actions' })
    actions.append(send, closeButton(texts.cancel))
    const made = element('form', { noValidate: true })
    made.append(title, scale, rating, label, text, hint, problem, actions)
    made.addEventListener('submit', (event) => {
      event.preventDefault()
      void submit(made, { problem, send })
    })
    dialog.setAttribute('aria-labelledby', 'title')
    return made
  }

  function numbers() {
    return [1, 2, 3, 4, 5].map((number) => {
      const label = element('label')
      const input = element('input', { type: 'radio', name: 'rating', value: String(number) })
      label.append(input, String(number))
      return label
    })
  }

  async function submit(made, { problem, send }) {
    const fields = new FormData(made)
    const rating = Number(fields.get('rating'))
    problem.textContent = ''
    if (rating === 0) {
      problem.textContent = texts.missing
      made.querySelector('input').focus()
      return
    }
    if (isSending) return
    isSending = true
    send.textContent = texts.sending
    const status = await post({ id: entryId, widget: id, rating, text: String(fields.get('text')) })
    isSending = false
    send.textContent = texts.send
    if (status === 204) dialog.replaceChildren(...thanks())
    else problem.textContent = status === 429 ? texts.tooMany : texts.failed
    if (status === 204) dialog.querySelector('h2').focus()
  }

  /** @returns the status of the answer; 0 without an answer */
  async function post(entry) {
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

  function thanks() {
    const title = element('h2', { id: 'title', tabIndex: -1, textContent: texts.thanks })
    return [title, element('p', { textContent: texts.stored }), closeButton(texts.close)]
  }

  function closeButton(text) {
    const close = element('button', { type: 'button', textContent: text })
    close.addEventListener('click', () => dialog.close())
    return close
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
}
