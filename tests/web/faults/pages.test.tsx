import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { orderCodeOf } from '../../support/purchases.ts'
import type { renderIn } from '../support/renderApp.tsx'
import { ofFile } from '../support/ofFile.ts'
import { type Part, heading, link, picture, testParts, text } from './partKit.tsx'

const deletionField = async () => screen.findByLabelText('Type DELETE to confirm')
const signedInAs = text('You are signed in as a@example.com.')
/** An account without a profile counts as deleted, so the client signs it out. Then there is no menu. */
const signedOut = async ({ router }: ReturnType<typeof renderIn>) => {
  await expect.poll(() => router.state.location.pathname).toBe('/logout')
  await expect.poll(() => screen.queryByRole('navigation', { name: 'My account' }), { message: 'the menu' }).toBeNull()
}

const settings = 'An error occurred loading your settings'
const parts = 'Some parts of this page could not be loaded.'
const orders = 'Unable to display orders. Please refresh the page or try again later.'
const order = 'An error occurred loading this order, please contact us to report this issue.'
const projects = 'Unable to display your saved projects. Please refresh the page or try again later.'
const selection = 'Error: Your selection could not be loaded'
const invoices = 'Unable to display invoices. Please refresh the page or try again later.'
const code = orderCodeOf(1)

// To add a page, add a row for each upstream whose data it shows.
const table: readonly Part[] = [
  {
    page: 'the password',
    address: () => '/settings/sign-in',
    upstream: 'identity',
    message: 'Your password settings could not be loaded.',
    rest: heading('Passkeys'),
    whole: async () => screen.findByRole('button', { name: 'Change the password' }),
    missing: text('Your sign-in is not managed here.'),
  },
  {
    page: 'the sessions',
    address: () => '/settings/sign-in',
    upstream: 'identity',
    message: 'The browsers in which you are signed in could not be loaded.',
    rest: heading('Passkeys'),
    whole: text('You are signed in only in this browser.'),
    missing: text('Your sign-in is not managed here.'),
  },
  {
    page: 'the passkeys',
    address: () => '/settings/sign-in',
    upstream: 'identity',
    message: 'Your passkeys could not be loaded.',
    rest: heading('Where you are signed in'),
    whole: text('You have no passkey yet.'),
    missing: text('Your sign-in is not managed here.'),
  },
  {
    page: 'the connected apps',
    address: () => '/settings/connected-apps',
    upstream: 'identity',
    message: 'Your connected apps could not be loaded.',
    rest: heading('Connected apps'),
    whole: heading('No app is connected to your account.'),
    missing: text('Connected apps are not managed here.'),
  },
  {
    page: 'the settings',
    address: () => '/settings',
    upstream: 'customers',
    message: settings,
    rest: heading('My settings'),
    whole: signedInAs,
    missing: signedOut,
  },
  {
    page: 'the newsletter in the settings',
    address: () => '/settings',
    upstream: 'mailing',
    message: 'We couldn’t load your subscription.',
    rest: signedInAs,
    whole: async () => screen.findByRole('button', { name: 'Subscribe' }),
    // A service without this call has no newsletter, so nothing is shown about it.
    missing: signedInAs,
  },
  {
    page: 'the personal details',
    address: () => '/settings/personal-details',
    upstream: 'customers',
    message: settings,
    rest: heading('Personal details'),
    whole: async () => screen.findByLabelText('First name'),
    missing: signedOut,
  },
  {
    page: 'the addresses',
    address: () => '/settings/addresses/all',
    upstream: 'customers',
    message: settings,
    rest: heading('Addresses'),
    whole: heading('No addresses yet'),
    missing: signedOut,
  },
  {
    page: 'the FTP integration',
    account: 'business',
    address: () => '/integration',
    upstream: 'customers',
    message: settings,
    rest: heading('Instructions'),
    whole: async () => screen.findByLabelText('Address of your system (URL)'),
    missing: signedOut,
  },
  {
    page: 'the payment method',
    address: () => '/settings/payment-method',
    upstream: 'payments',
    message: 'An error occurred loading your payment method',
    rest: heading('Payment method'),
    whole: heading('No payment method saved'),
    // A service without this call stores no payment methods.
    missing: text(/^Payment methods cannot be saved here\./),
  },
  {
    page: 'the orders',
    address: () => '/orders',
    upstream: 'orders',
    message: orders,
    rest: async () => screen.findByRole('searchbox', { name: 'Search by order code or product' }),
    whole: link('Photo prints 1'),
  },
  {
    page: 'the pictures of the orders',
    address: () => '/orders',
    upstream: 'photos',
    message: parts,
    rest: link('Photo prints 1'),
    whole: picture,
  },
  {
    page: 'the order',
    address: () => `/orders/${code}`,
    upstream: 'orders',
    message: order,
    rest: heading(`Order ${code.toUpperCase()}`),
    whole: heading('Photo prints 1'),
  },
  {
    page: 'the pictures of the order',
    address: () => `/orders/${code}`,
    upstream: 'photos',
    message: parts,
    rest: heading('Photo prints 1'),
    whole: picture,
  },
  {
    page: 'the vouchers of the order',
    address: () => `/orders/${code}`,
    upstream: 'vouchers',
    message: parts,
    rest: text('KEEP-20'),
    whole: text(/Spring/),
    missing: text('KEEP-20'),
  },
  {
    page: 'the invoices of the order',
    account: 'business',
    address: () => `/orders/${code}`,
    upstream: 'invoices',
    message: invoices,
    rest: heading('Photo prints 1'),
    whole: heading('Invoice IMG_1.jpg'),
    missing: text(/^We do not know which invoice belongs to this order\./),
  },
  {
    page: 'the invoices',
    account: 'business',
    address: () => '/invoices',
    upstream: 'invoices',
    message: invoices,
    rest: heading('Invoices'),
    whole: heading('Invoice IMG_1.jpg'),
  },
  {
    page: 'the saved projects',
    address: () => '/saved-projects',
    upstream: 'projects',
    message: projects,
    rest: heading('My saved projects'),
    whole: heading('Summer'),
  },
  {
    page: 'the products of the saved projects',
    address: () => '/saved-projects',
    upstream: 'products',
    message: parts,
    rest: heading('Summer'),
    whole: text(/Photo book/),
    missing: heading('Summer'),
  },
  {
    page: 'the pictures of the saved projects',
    address: () => '/saved-projects',
    upstream: 'photos',
    message: parts,
    rest: heading('Summer'),
    whole: picture,
  },
  {
    page: 'the latest order of the overview',
    address: () => '/',
    upstream: 'orders',
    message: orders,
    rest: link(ofFile('IMG_1.jpg')),
    whole: async () => within(await screen.findByRole('region', { name: 'Your latest order' })).getByRole('heading'),
  },
  {
    page: 'the projects of the overview',
    address: () => '/',
    upstream: 'projects',
    message: projects,
    rest: link(ofFile('IMG_1.jpg')),
    whole: async () => screen.findByRole('region', { name: 'Continue a project' }),
  },
  {
    page: 'the photos of the overview',
    address: () => '/',
    upstream: 'photos',
    message: 'Error: Your photos could not be loaded',
    rest: async () => screen.findByRole('region', { name: 'Your latest order' }),
    whole: link(ofFile('IMG_1.jpg')),
  },
  {
    page: 'the change of the e-mail address',
    address: () => '/settings/email',
    upstream: 'identity',
    message: parts,
    rest: text('Your e-mail address is a@example.com.'),
    whole: text(/^We’ve sent a link to anna\.new@example\.com\./),
    missing: text('Your e-mail address is a@example.com.'),
  },
  {
    page: 'the download of my data',
    address: () => '/settings/download-data',
    upstream: 'customers',
    message: 'An error occurred loading your settings',
    rest: heading('Download my data'),
    whole: heading('What the file contains'),
    missing: signedOut,
  },
  {
    page: 'the deletion of the account',
    address: () => '/settings/delete-account',
    upstream: 'identity',
    message: parts,
    rest: deletionField,
    whole: heading('This will be deleted'),
    missing: deletionField,
  },
  {
    page: 'the photos of a deleted account',
    address: () => '/settings/delete-account',
    upstream: 'photos',
    message: parts,
    rest: text('1 project'),
    whole: text('2 photos'),
  },
  {
    page: 'the projects of a deleted account',
    address: () => '/settings/delete-account',
    upstream: 'projects',
    message: parts,
    rest: text('2 photos'),
    whole: text('1 project'),
  },
  {
    page: 'the open orders of a deleted account',
    address: () => '/settings/delete-account',
    upstream: 'orders',
    message: parts,
    rest: text('2 photos'),
    whole: text('1 order is being made and will be completed first.'),
  },
  {
    page: 'the kept invoices of a deleted account',
    address: () => '/settings/delete-account',
    upstream: 'invoices',
    message: parts,
    rest: text('2 photos'),
    whole: text(/^1 invoice, until 31 December 2033\./),
    missing: text('2 photos'),
  },
  {
    page: 'the photos of the editor',
    address: ({ selectionId }) => `/editor?productCode=PAP_910&tempSelectionId=${selectionId}`,
    upstream: 'photos',
    message: selection,
    rest: heading('Your photo prints'),
    whole: text('2 photos'),
    missing: heading('Selection not found'),
  },
  {
    page: 'the prices of the editor',
    address: ({ selectionId }) => `/editor?productCode=PAP_910&tempSelectionId=${selectionId}`,
    upstream: 'shop',
    message: 'The total couldn’t be calculated.',
    rest: text('2 photos'),
    whole: text('€4.14'),
  },
  {
    page: 'the saved addresses of the editor',
    address: ({ selectionId }) => `/editor?productCode=PAP_910&tempSelectionId=${selectionId}`,
    upstream: 'customers',
    open: 'Use a saved address',
    message: 'Your addresses could not be loaded. You can also type the address.',
    rest: text('2 photos'),
    whole: text('You have no saved addresses yet.'),
    missing: signedOut,
  },
  {
    page: 'the project of the editor',
    address: ({ projectId }) => `/editor?productCode=PAP_370&projectId=${projectId}`,
    upstream: 'projects',
    message: selection,
    rest: heading('Your project'),
    whole: text('Summer'),
  },
  {
    page: 'the photos of the project of the editor',
    address: ({ projectId }) => `/editor?productCode=PAP_370&projectId=${projectId}`,
    upstream: 'photos',
    message: selection,
    rest: heading('Your project'),
    whole: picture,
  },
]

testParts(table)
