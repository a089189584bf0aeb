import { widgetCodeOf } from '../../support/widgets.ts'
import { heading, testParts } from './partKit.tsx'

testParts([
  {
    page: 'the online books',
    address: () => '/online-products',
    upstream: 'widgets',
    message: 'Unable to display your online books. Please refresh the page or try again later.',
    rest: heading('My online books'),
    whole: heading('Book 1'),
  },
  {
    page: 'an online book',
    address: () => `/online-products/${widgetCodeOf(1)}`,
    upstream: 'widgets',
    message: 'Unable to display this book. Please refresh the page or try again later.',
    rest: heading('Share a book'),
    whole: heading('Book 1'),
    missing: heading('This book is not here'),
  },
])
