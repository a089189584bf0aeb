import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'
import {
  buildCustomer,
  cleanUp,
  failCustomer,
  field,
  inputOf,
  loseConnection,
  open,
  press,
  type,
  viewerWith,
  watchSignOut,
} from './settingsKit.ts'

afterEach(cleanUp)

const query = 'PersonalDetailsPageQuery'
const mutation = 'useUpdatePersonalDetailsMutation'

async function openDetails(changes: Record<string, unknown> = {}) {
  const app = await open('/settings/personal-details', query, buildCustomer(changes))
  await screen.findByLabelText('First name')
  return app
}

/** Opens the page, types another last name and saves. */
async function save() {
  const app = await openDetails()
  await type(app, 'Last name', 'Jansen{Enter}')
  return app
}

describe('the personal details', () => {
  test('are shown and saved; a detail without a text is removed', async () => {
    const app = await openDetails()
    expect([field('First name').value, field('Phone number').value]).toEqual(['Anna', '+31612345678'])
    await type(app, 'Last name', 'Jansen')
    await type(app, 'Phone number', '')
    await app.user.selectOptions(field('Language of our e-mails'), 'en-GB')
    await press(app, 'Save')
    expect(await inputOf(app, mutation)).toEqual({
      version: '1',
      firstName: 'Anna',
      lastName: 'Jansen',
      phone: null,
      dateOfBirth: '1990-04-05',
      locale: 'en-GB',
    })
    expect(field('Last name').readOnly).toBe(true)
    const customer = buildCustomer({ lastName: 'Jansen', phone: null, version: '2' })
    await app.answer(mutation, { updatePersonalDetails: { __typename: 'UpdatePersonalDetailsSuccess', customer } })
    expect(await screen.findByText('Your changes are saved.', { exact: true })).toBeTruthy()
    // The next change is sent with the new version.
    await type(app, 'First name', 'Ann{Enter}')
    expect(await inputOf(app, mutation)).toMatchObject({ version: '2', firstName: 'Ann', lastName: 'Jansen' })
  })

  test('that could not be loaded stay hidden, even when another request has read a part of the customer', async () => {
    const app = renderApp('/settings/personal-details')
    await failCustomer(app, query)
    const failure = await screen.findByText('An error occurred loading your settings', { exact: true })
    await app.answer('AccountWatchQuery', viewerWith(buildCustomer()))
    expect(failure.isConnected).toBe(true)
    expect(screen.queryByLabelText('First name')).toBeNull()
    await press(app, 'Try again')
    await app.answer(query, viewerWith(buildCustomer()))
    expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Anna')
  })

  test('are not sent without a name: the message is at the field, which has the focus', async () => {
    const app = await openDetails()
    await type(app, 'First name', ' ')
    await press(app, 'Save')
    expect(await screen.findByText('Please fill in this field', { exact: true })).toBeTruthy()
    expect(document.activeElement).toBe(field('First name'))
    expect(app.pending(mutation)).toEqual([])
    await type(app, 'First name', 'A')
    expect(screen.queryByText('Please fill in this field')).toBeNull()
  })

  test('check a phone number by the country of the language, after the numbering plans have loaded', async () => {
    const app = await openDetails()
    await type(app, 'Phone number', '061234')
    // The numbering plans load when the field has the focus.
    await expect
      .poll(async () => {
        await press(app, 'Save')
        return [screen.queryByText('Phone number must be valid') !== null, app.pending(mutation).length]
      })
      .toEqual([true, 0])
    await type(app, 'Phone number', '06 12345678')
    await press(app, 'Save')
    expect(await inputOf(app, mutation)).toMatchObject({ phone: '06 12345678' })
  })

  test('show the refusal of a field by the service at this field', async () => {
    const app = await save()
    const fields = [
      { __typename: 'InvalidCustomerField', field: 'DATE_OF_BIRTH', problem: 'NOT_VALID' },
      { __typename: 'InvalidCustomerField', field: 'NEW_FIELD', problem: 'NOT_VALID' },
    ]
    await app.answer(mutation, { updatePersonalDetails: { __typename: 'InvalidCustomerDetails', fields } })
    expect(await screen.findByText(/^Please enter a date from 1900 on/)).toBeTruthy()
    expect(document.activeElement).toBe(field('Date of birth (optional)'))
  })

  test('say that they were not saved if the service refuses a field that the form does not have', async () => {
    const app = await save()
    const fields = [{ __typename: 'InvalidCustomerField', field: 'NEW_FIELD', problem: 'NOT_VALID' }]
    await app.answer(mutation, { updatePersonalDetails: { __typename: 'InvalidCustomerDetails', fields } })
    expect(await screen.findByText('Your changes could not be saved. Please try again.', { exact: true })).toBeTruthy()
  })

  test('keep what was typed after a failure and after a reload', async () => {
    const app = await save()
    await loseConnection(app, mutation)
    expect(await screen.findByText('Your changes could not be saved. Please try again.', { exact: true })).toBeTruthy()
    expect(screen.getByText('Reference: reference-1', { exact: true })).toBeTruthy()
    app.unmount()
    const again = await openDetails()
    expect(field('Last name').value).toBe('Jansen')
    await press(again, 'Save')
    expect(await inputOf(again, mutation)).toMatchObject({ version: '1', lastName: 'Jansen' })
  })

  test('sign out an account that is deleted meanwhile', async () => {
    const app = await save()
    const path = watchSignOut(app)
    await app.answer(mutation, { updatePersonalDetails: { __typename: 'CustomerNotFound' } })
    await expect.poll(path).toBe('/logout')
  })
})

describe('a change on another device', () => {
  const elsewhere = buildCustomer({ firstName: 'Annelies', version: '7' })
  const changed = { updatePersonalDetails: { __typename: 'CustomerChangedMeanwhile', customer: elsewhere } }

  test('is shown beside what was typed: the customer can save what was typed', async () => {
    const app = await save()
    await app.answer(mutation, changed)
    const alert = (await screen.findByText(/^This has changed in the meantime/)).closest('[role=alert]')
    expect(alert?.textContent).toContain('Annelies')
    expect(field('Last name').value).toBe('Jansen')
    await press(app, 'Save what I typed')
    expect(await inputOf(app, mutation)).toMatchObject({ version: '7', firstName: 'Anna', lastName: 'Jansen' })
  })

  test('is shown beside what was typed: the customer can keep what is saved', async () => {
    const app = await save()
    await app.answer(mutation, changed)
    await press(app, 'Keep what is saved')
    expect([field('First name').value, field('Last name').value]).toEqual(['Annelies', 'de Wit'])
    expect(app.pending(mutation)).toEqual([])
  })

  test('of another part of the profile needs no question: the details are sent again with the new version', async () => {
    const app = await save()
    const customer = buildCustomer({ version: '8' })
    await app.answer(mutation, { updatePersonalDetails: { __typename: 'CustomerChangedMeanwhile', customer } })
    expect(await inputOf(app, mutation)).toMatchObject({ version: '8', lastName: 'Jansen' })
    expect(screen.queryByText(/^This has changed in the meantime/)).toBeNull()
  })
})
