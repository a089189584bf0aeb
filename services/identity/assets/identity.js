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

for (const countdown of document.querySelectorAll('[data-countdown]')) {
  const end = Date.now() + Number(countdown.dataset.countdown) * 1000
  const timer = setInterval(() => {
    const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000))
    countdown.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    if (seconds > 0) return
    clearInterval(timer)
    const endNotice = document.querySelector('[data-over]')
    endNotice.textContent = endNotice.dataset.over
    countdown.parentElement.hidden = true
  }, 500)
}

const autoSubmitButton = document.querySelector('[data-at-once]')
if (autoSubmitButton) autoSubmitButton.form.requestSubmit(autoSubmitButton)
