import { describe, expect, test } from 'vitest'
import { emailKey } from '../../../services/platform/emailKey.ts'
import { registrationProblems } from '../../../services/identity/registration.ts'

const good = { name: 'Mira Holt', email: 'mira@example.com', password: 'three green boats', terms: true }

describe('registrationProblems', () => {
  test('accepts a form that is filled in', () => {
    expect(registrationProblems(good)).toEqual([])
  })

  test('names every field of an empty form, in its order', () => {
    expect(registrationProblems({ name: '', email: '', password: '', terms: false })).toEqual([
      { field: 'name', code: 'nameMissing' },
      { field: 'email', code: 'emailMissing' },
      { field: 'password', code: 'passwordMissing' },
      { field: 'terms', code: 'termsMissing' },
    ])
  })

  test.each([
    ['   ', 'nameMissing'],
    ['x'.repeat(101), 'nameTooLong'],
  ])('refuses the name %j', (name, code) => {
    expect(registrationProblems({ ...good, name })).toEqual([{ field: 'name', code }])
  })

  test.each(['Ada', '李', "Siobhán O'Neil-Smith", '<b>Bold</b>', '👩‍👩‍👧'.repeat(100)])('accepts the name %j', (name) => {
    expect(registrationProblems({ ...good, name })).toEqual([])
  })

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
  ])('refuses the e-mail %j', (email) => {
    expect(registrationProblems({ ...good, email })).toEqual([{ field: 'email', code: 'emailInvalid' }])
  })

  test.each([' mira@example.com ', 'mira.holt+photos@sub.example.co.uk', "o'neil@example.com", 'mira@bücher.example'])(
    'accepts the e-mail %j',
    (email) => {
      expect(registrationProblems({ ...good, email })).toEqual([])
    },
  )

  test.each([
    ['nine char', 'passwordTooShort'],
    ['👍'.repeat(9), 'passwordTooShort'],
    ['three green boats '.repeat(12), 'passwordTooLong'],
    ['mira@example.com', 'passwordLikeEmail'],
    ['MIRA@Example.com', 'passwordLikeEmail'],
    ['password123456', 'passwordCommon'],
    ['P@ssw0rd2024!', 'passwordCommon'],
    ['qwertyuiop', 'passwordCommon'],
    ['1234567890', 'passwordCommon'],
    ['1212121212', 'passwordCommon'],
    ['aaaaaaaaaaaa', 'passwordCommon'],
    ['welcomewelcome', 'passwordCommon'],
    ['Keepsake2026', 'passwordCommon'],
  ])('refuses the password %j', (password, code) => {
    expect(registrationProblems({ ...good, password })).toEqual([{ field: 'password', code }])
  })

  test('refuses the part of the e-mail before the @ as a password', () => {
    const form = { ...good, email: 'miraholt.photos@example.com', password: 'MiraHolt.Photos' }
    expect(registrationProblems(form)).toEqual([{ field: 'password', code: 'passwordLikeEmail' }])
  })

  test.each([
    'three green boats',
    'my dog has fleas',
    'пять зелёных лодок',
    'Xk9$mQ2!vLp7',
    'x'.repeat(3) + 'three green boats',
  ])('accepts the password %j', (password) => {
    expect(registrationProblems({ ...good, password })).toEqual([])
  })

  test('counts the longest password in characters, not in bytes', () => {
    const password = 'three green boats '.repeat(11).padEnd(200, 'é')
    expect(registrationProblems({ ...good, password })).toEqual([])
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
