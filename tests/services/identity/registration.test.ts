import { describe, expect, test } from 'vitest'
import { emailKey } from '../../../services/platform/emailKey.ts'
import { registrationProblems } from '../../../services/identity/registration.ts'

const good = { name: 'Mira Holt', email: 'mira@example.com', password: 'three green boats', terms: true }

describe('registrationProblems', () => {
  test('accepts a form that is filled in', async () => {
    expect(await registrationProblems(good, 'keepsake')).toEqual([])
  })

  test('names every field of an empty form, in the order of the fields', async () => {
    expect(await registrationProblems({ name: '', email: '', password: '', terms: false }, 'keepsake')).toEqual([
      { field: 'name', code: 'nameMissing' },
      { field: 'email', code: 'emailMissing' },
      { field: 'password', code: 'passwordMissing' },
      { field: 'terms', code: 'termsMissing' },
    ])
  })

  test.each([
    ['   ', 'nameMissing'],
    ['x'.repeat(101), 'nameTooLong'],
  ])('refuses the name %j', async (name, code) => {
    expect(await registrationProblems({ ...good, name }, 'keepsake')).toEqual([{ field: 'name', code }])
  })

  test.each(['Ada', '李', "Siobhán O'Neil-Smith", '<b>Bold</b>', '👩‍👩‍👧'.repeat(100)])(
    'accepts the name %j',
    async (name) => {
      expect(await registrationProblems({ ...good, name }, 'keepsake')).toEqual([])
    },
  )

  test.each([
    'mira',
    'mira@',
    '@example.com',
    'mira@example',
    'mira@@example.com',
    'mira holt@example.com',
    'mira@exa mple.com',
    'mira@example..com',
    'mira..holt@example.com',
    'mira@-example.com',
    'mira@example.c',
    'mira@example.com\nbcc: other@example.com',
    '<script>@example.com',
    `${'m'.repeat(250)}@example.com`,
  ])('refuses the e-mail %j', async (email) => {
    expect(await registrationProblems({ ...good, email }, 'keepsake')).toEqual([
      { field: 'email', code: 'emailInvalid' },
    ])
  })

  test.each([' mira@example.com ', 'mira.holt+photos@sub.example.co.uk', "o'neil@example.com", 'mira@bücher.example'])(
    'accepts the e-mail %j',
    async (email) => {
      expect(await registrationProblems({ ...good, email }, 'keepsake')).toEqual([])
    },
  )

  test.each([
    ['nine char', 'passwordTooShort'],
    ['👍'.repeat(9), 'passwordTooShort'],
    ['three green boats '.repeat(12), 'passwordTooLong'],
    ['mira@example.com', 'passwordLikeEmail'],
    ['MIRA@Example.com', 'passwordLikeEmail'],
    ['password123456', 'passwordGuessable'],
    ['P@ssw0rd2024!', 'passwordGuessable'],
    ['qwertyuiop', 'passwordGuessable'],
    ['1234567890', 'passwordGuessable'],
    ['1212121212', 'passwordGuessable'],
    ['aaaaaaaaaaaa', 'passwordGuessable'],
    ['welcomewelcome', 'passwordGuessable'],
    ['Keepsake2026', 'passwordGuessable'],
    ['michael123', 'passwordGuessable'],
    ['M1ch@el123!', 'passwordGuessable'],
    ['liverpool1', 'passwordGuessable'],
    ['1q2w3e4r5t', 'passwordGuessable'],
    ['Summer2024!', 'passwordGuessable'],
    ['keepsake-demo', 'passwordGuessable'],
    ['2024-05-17', 'passwordGuessable'],
  ])('refuses the password %j', async (password, code) => {
    expect(await registrationProblems({ ...good, password }, 'keepsake')).toEqual([{ field: 'password', code }])
  })

  test('refuses the part of the e-mail before the @ as a password', async () => {
    const form = { ...good, email: 'miraholt.photos@example.com', password: 'MiraHolt.Photos' }
    expect(await registrationProblems(form, 'keepsake')).toEqual([{ field: 'password', code: 'passwordLikeEmail' }])
  })

  test('refuses the customer’s own name with a number as a password', async () => {
    const form = { ...good, password: 'lindqvist12' }
    expect(await registrationProblems(form, 'keepsake')).toEqual([])
    const problems = await registrationProblems({ ...form, name: 'Mira Lindqvist' }, 'keepsake')
    expect(problems).toEqual([{ field: 'password', code: 'passwordGuessable' }])
  })

  test.each([
    'three green boats',
    'my dog has fleas',
    'lucky-penny',
    'пять зелёных лодок',
    'Xk9$mQ2!vLp7',
    'x'.repeat(3) + 'three green boats',
  ])('accepts the password %j', async (password) => {
    expect(await registrationProblems({ ...good, password }, 'keepsake')).toEqual([])
  })

  test('counts the longest password in characters, not in bytes', async () => {
    const password = 'three green boats '.repeat(11).padEnd(200, 'é')
    expect(await registrationProblems({ ...good, password }, 'keepsake')).toEqual([])
  })
})

describe('emailKey', () => {
  test.each([
    ['Mira@Example.COM', 'mira@example.com'],
    ['  mira@example.com\t', 'mira@example.com'],
    ['mira＠example.com', 'mira@example.com'],
    ['JOSE\u0301@example.com', 'jos\u00e9@example.com'],
  ])('treats %j as %j', (email, key) => {
    expect(emailKey(email)).toBe(key)
  })
})
