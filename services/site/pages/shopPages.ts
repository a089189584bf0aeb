import type { Catalogue, Product } from '../../platform/catalogue/catalogue.ts'
import { variantTitle } from '../../platform/catalogue/variants.ts'
import { type Content, html } from '../../platform/html.ts'
import { localeFor, locales } from '../../platform/locales.ts'
import { linked, type SiteContext, type SitePage } from './sitePage.ts'

/** The store front of the demonstration: what the shop sells, with the same prices as in orders. */
export function shopPage(context: SiteContext, { products }: Pick<Catalogue, 'products'>): SitePage {
  const { messages } = context
  const title = messages.text('demoShop.title')
  return {
    title,
    content: html`<h1>${title}</h1>
      <p class="lead">${messages.text('demoShop.lead')}</p>
      <p>${linked(context, 'demoShop.prints', { photos: '/my-photos/photos' })}</p>
      <p>${messages.text('demoShop.vat')}</p>
      ${[...products.values()].map((product) => renderProduct(context, product))}`,
  }
}

/** The page to which a reorder leads: the demonstration has no basket, and says so. */
export function reorderPage(context: SiteContext): SitePage {
  const title = context.messages.text('demoShop.reorderTitle')
  return {
    title,
    content: html`<h1>${title}</h1>
      <p class="lead">${linked(context, 'demoShop.reorderText', { orders: '/orders' })}</p>`,
  }
}

function renderProduct({ brand: { currency }, messages }: SiteContext, product: Product): Content {
  const locale = localeFor([messages.locale], locales) ?? locales[0]
  const { variants, pages } = product
  const title = product.title[locale]
  const money = new Intl.NumberFormat(messages.locale, { style: 'currency', currency })
  const sold = variants.flatMap((variant) => {
    const price = variant.prices[currency]
    return price === undefined ? [] : [{ size: variantTitle(variant), price: money.format(price / 100) }]
  })
  if (sold.length === 0) return null
  return html`<section>
    <h2>${title}</h2>
    <p>${product.description[locale]}</p>
    ${
      pages !== null &&
      html`<p>${messages.text('demoShop.pages', { minimum: pages.minimum, maximum: pages.maximum })}</p>`
    }
    <table aria-label="${title}">
      <thead>
        <tr>
          <th scope="col">${messages.text('demoShop.size')}</th>
          <th scope="col" class="price">${messages.text('demoShop.price')}</th>
        </tr>
      </thead>
      <tbody>
        ${sold.map(
          ({ size, price }) =>
            html`<tr>
              <td>${size}</td>
              <td class="price">${price}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}
