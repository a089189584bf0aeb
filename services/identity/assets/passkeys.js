// The pages also work without this script: customers then sign in with their password.

const form = document.querySelector('[data-passkey]')
const webAuthn = window.SimpleWebAuthnBrowser

if (form && webAuthn?.browserSupportsWebAuthn()) {
  const isNew = form.dataset.passkey === 'create'
  const optionsJSON = JSON.parse(form.dataset.options)
  const answer = form.querySelector('[name=answer]')
  const button = form.querySelector('[type=submit]')
  const status = form.querySelector('[role=status]')
  form.hidden = false

  const send = (credential) => {
    answer.value = JSON.stringify(credential)
    button.disabled = true
    form.submit()
  }

  /** Offers passkeys among the suggestions of the e-mail field. Never ends by itself; the button cancels it. */
  const suggest = async () => {
    if (isNew || !(await webAuthn.browserSupportsWebAuthnAutofill())) return
    try {
      send(await webAuthn.startAuthentication({ optionsJSON, useBrowserAutofill: true }))
    } catch {
      // The customer chose no passkey, or pressed the button.
    }
  }

  const ask = async () => {
    status.textContent = ''
    button.disabled = true
    try {
      send(await (isNew ? webAuthn.startRegistration({ optionsJSON }) : webAuthn.startAuthentication({ optionsJSON })))
    } catch (error) {
      const isKnown = error?.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
      status.textContent = isKnown ? status.dataset.passkeyKnown : status.dataset.passkeyUnused
      button.disabled = false
      button.focus()
      void suggest()
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void ask()
  })

  void suggest()
} else {
  const notice = document.querySelector('[data-passkey-unsupported]')
  if (notice) notice.hidden = false
}
