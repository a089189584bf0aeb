// The pages also work without this script; it only makes them more convenient.

for (const toggle of document.querySelectorAll('[data-toggle]')) {
  const input = document.getElementById(toggle.getAttribute('aria-controls'))
  toggle.hidden = false
  toggle.addEventListener('click', () => {
    const shown = input.type === 'text'
    input.type = shown ? 'password' : 'text'
    toggle.setAttribute('aria-pressed', String(!shown))
  })
  // The browser would store a visible password like ordinary form input.
  input.form.addEventListener('submit', () => {
    input.type = 'password'
  })
}

for (const button of document.querySelectorAll('[data-email]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    document.getElementById('email').value = button.dataset.email
    document.getElementById('password').value = button.dataset.password
    document.querySelector('form button[type=submit]').focus()
  })
}

const atOnce = document.querySelector('[data-at-once]')
if (atOnce) atOnce.form.requestSubmit(atOnce)
