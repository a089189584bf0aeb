import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { RawIntlProvider } from 'react-intl'
import { describe, expect, test } from 'vitest'
import { addressCountries } from '../../../schema/rules/addressForms.ts'
import { addressFields } from '../../../schema/rules/postalAddress.ts'
import { deliveryCountries } from '../../../schema/rules/prints.ts'
import { SignIn } from '../../../web/auth/SignIn.ts'
import { AddressFields } from '../../../web/shared/address/AddressFields.tsx'
import { type AddressTexts, addressTexts } from '../../../web/shared/address/addressTexts.ts'
import { type FieldProblem, formProblems } from '../../../web/shared/address/formProblems.ts'
import { refusedFields } from '../../../web/shared/address/refusedFields.ts'
import { separateNumber } from '../../../web/shared/address/separateNumber.ts'
import { configWith } from '../support/config.ts'
import { testSession } from '../support/testSession.ts'

const dutch = addressTexts({
  name: 'Anna de Wit',
  street: 'Lindengracht',
  houseNumber: '12',
  postalCode: '1015 KH',
  city: 'Amsterdam',
  country: 'NL',
})

const { intl } = testSession(new SignIn(configWith()))
const noProblems: readonly FieldProblem[] = []

function Form({ first, problems }: { readonly first: AddressTexts; readonly problems: readonly FieldProblem[] }) {
  const [typed, setTyped] = useState(first)
  return (
    <RawIntlProvider value={intl}>
      <AddressFields texts={typed} countries={['NL', 'GB', 'FR']} problems={problems} onChange={setTyped} />
    </RawIntlProvider>
  )
}

/** Renders the fields. `report` gives them new problems. */
function open(first = dutch) {
  const view = render(<Form first={first} problems={noProblems} />)
  return { report: (problems: readonly FieldProblem[]) => view.rerender(<Form first={first} problems={problems} />) }
}

const labels = () => [...document.querySelectorAll('label')].map(({ textContent }) => textContent)

describe('the fields of an address', () => {
  test.each([
    ['NL', ['Country', 'Name', 'Street name', 'House number', 'Postal code', 'City']],
    ['FR', ['Country', 'Name', 'House number', 'Street name', 'Postal code', 'City']],
    ['GB', ['Country', 'Name', 'House name or number', 'Street name', 'City', 'Postal code']],
  ])('are in the order of the country, which precedes them: %s', (country, expected) => {
    open({ ...dutch, country })
    expect(labels().filter((label) => expected.some((one) => label === one))).toEqual(expected)
  })

  test('keep a country that is not offered', () => {
    open({ ...dutch, country: 'US' })
    expect(screen.getByLabelText<HTMLSelectElement>('Country').value).toBe('US')
    expect(screen.getByRole('option', { name: 'United States' })).toBeTruthy()
  })

  test('lose the message of a field that is changed', () => {
    const { report } = open()
    report([{ field: 'city', problem: 'NOT_VALID' }])
    expect(screen.getByText('Please check this field')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('City'), { target: { value: 'Breda' } })
    expect(screen.queryByText('Please check this field')).toBeNull()
  })

  test('get the focus at the first field that is wrong, whenever problems are reported', () => {
    const { report } = open()
    report([
      { field: 'city', problem: 'NOT_VALID' },
      { field: 'street', problem: 'NOT_VALID' },
    ])
    expect(document.activeElement).toBe(screen.getByLabelText('Street name'))
    screen.getByLabelText('Name').focus()
    report([{ field: 'city', problem: 'NOT_VALID' }])
    expect(document.activeElement).toBe(screen.getByLabelText('City'))
    expect(screen.queryByText('Street name must be valid')).toBeNull()
  })
})

describe('the form', () => {
  test.each([
    ['NL', '1015KH', 'D-10115'],
    ['NL', '1015\u00A0 KH', '1015 K'],
    ['DE', 'D-10115', '1011'],
    ['GB', 'sw1a 2aa', '10115'],
    ['IE', 'D02 AF30', '12345'],
    ['SE', '114 55', '1145'],
    ['PT', '1000-205', '10002'],
  ])('knows the postal codes of %s', (country, valid, invalid) => {
    const wrong = { field: 'postalCode', problem: 'NOT_VALID' }
    expect(formProblems({ ...dutch, country, postalCode: ` ${valid} ` })).toEqual([])
    expect(formProblems({ ...dutch, country, postalCode: invalid })).toEqual([wrong])
  })

  test('needs a house number in countries in which houses have no names', () => {
    const missing = { field: 'houseNumber', problem: 'MISSING' }
    expect(formProblems({ ...dutch, houseNumber: ' ' })).toEqual([missing])
    expect(formProblems({ ...dutch, houseNumber: 'x' })).toEqual([{ ...missing, problem: 'NOT_VALID' }])
    const cottage = { ...dutch, country: 'GB', postalCode: 'SW1A 2AA', houseNumber: 'Rose Cottage' }
    expect(formProblems(cottage)).toEqual([])
    expect(formProblems({ ...dutch, country: 'ES', postalCode: '28013', houseNumber: 's/n' })).toEqual([])
  })

  test('is as strict as the services for a country that the brands do not deliver to', () => {
    expect(formProblems({ ...dutch, country: 'US', houseNumber: '', postalCode: '' })).toEqual([])
    expect(formProblems({ ...dutch, name: '', phone: 'x' })).toEqual([
      { field: 'name', problem: 'MISSING' },
      { field: 'phone', problem: 'NOT_VALID' },
    ])
  })

  test('knows all countries that the shop delivers to', () => {
    expect(addressCountries).toEqual(expect.arrayContaining([...deliveryCountries]))
  })

  test('knows every field that the gateway can refuse, and ignores a field that it does not know', () => {
    const names = addressFields.map((field) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase())
    const refused = refusedFields([...names, 'NEW'].map((field) => ({ field, problem: 'MISSING' })))
    expect(refused).toEqual(addressFields.map((field) => ({ field, problem: 'MISSING' })))
  })
})

test.each([
  ['Lindengracht 12', 'NL', { street: 'Lindengracht', houseNumber: '12' }],
  ['Lindengracht 12-3', 'NL', { street: 'Lindengracht', houseNumber: '12-3' }],
  ['Straße des 17. Juni 135a', 'DE', { street: 'Straße des 17. Juni', houseNumber: '135a' }],
  ['12 rue de Rivoli', 'FR', { street: 'rue de Rivoli', houseNumber: '12' }],
  ['10b, Downing Street', 'GB', { street: 'Downing Street', houseNumber: '10b' }],
  ['Lindengracht', 'NL', {}],
  ['rue de Rivoli 12', 'FR', {}],
  ['12', 'NL', {}],
])('a street with its number, such as %j in %s, is split', (street, country, parts) => {
  const texts = { ...dutch, street, country, houseNumber: '' }
  expect(separateNumber(texts)).toEqual({ ...texts, ...parts })
  expect(separateNumber({ ...texts, houseNumber: '1' })).toEqual({ ...texts, houseNumber: '1' })
})
