import { fireEvent, screen } from '@testing-library/react'
import { photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { address, selection } from './selection.ts'

/* Orders prints in the editor, with a gateway that the test controls. */

export const euro = (amount: string) => ({ amount, currency: 'EUR' })

function quote(total = '4.33', own: object = {}) {
  return {
    viewer: {
      printQuote: {
        sizes: [
          { size: '10X15', unitPrice: euro('0.19') },
          { size: '20X30', unitPrice: euro('1.99') },
        ],
        lines: [{ size: '10X15', quantity: 2, total: euro('0.38') }],
        voucher: null,
        discount: euro('0.00'),
        delivery: euro('3.95'),
        vatRate: '21.00',
        tax: euro('0.75'),
        total: euro(total),
        ...own,
      },
    },
  }
}

const photos = [photo('a'), photo('b'), photo('tiny', { width: 200, height: 100 })]

/** Opens a selection of two sharp photos and one that is too small. */
export async function open() {
  const app = renderApp(address)
  await app.answer('EditorPageQuery', selection(photos))
  await screen.findByText('3 photos')
  return app
}

export type App = Awaited<ReturnType<typeof open>>

export const inputOf = async (app: App, name: string) => (await app.asked(name)).request.variables['input']
export const answerQuote = async (app: App, ...given: Parameters<typeof quote>) =>
  app.answer('usePrintQuoteQuery', quote(...given))
export const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
export const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
export const choose = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
export const placeButton = (name = 'Place order') => screen.getByRole<HTMLButtonElement>('button', { name })

export function fillAddress() {
  type('Name', 'Anna de Wit')
  type('Street name', 'Downing Street')
  type('House name or number', '10')
  type('City', 'London')
  type('Postal code', 'SW1A 2AA')
}
