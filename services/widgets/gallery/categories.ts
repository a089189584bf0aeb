import type { Locale } from '../../platform/locales.ts'

const languages = ['en', 'nl', 'fr', 'de', 'es', 'it', 'sv', 'da', 'nb'] as const

/** The names of the categories, in the order of `languages`. The database stores the ids, so never rename one. */
const categories = {
  weddings: [
    'Weddings',
    'Bruiloften',
    'Mariages',
    'Hochzeiten',
    'Bodas',
    'Matrimoni',
    'Bröllop',
    'Bryllupper',
    'Bryllup',
  ],
  babies: ['Babies', 'Baby’s', 'Bébés', 'Babys', 'Bebés', 'Neonati', 'Bebisar', 'Babyer', 'Babyer'],
  family: ['Family', 'Familie', 'Famille', 'Familie', 'Familia', 'Famiglia', 'Familj', 'Familie', 'Familie'],
  travel: ['Travel', 'Reizen', 'Voyages', 'Reisen', 'Viajes', 'Viaggi', 'Resor', 'Rejser', 'Reiser'],
  celebrations: ['Celebrations', 'Feesten', 'Fêtes', 'Feste', 'Fiestas', 'Feste', 'Firanden', 'Fester', 'Fester'],
  school: ['School', 'School', 'École', 'Schule', 'Colegio', 'Scuola', 'Skola', 'Skole', 'Skole'],
  animals: ['Animals', 'Dieren', 'Animaux', 'Tiere', 'Animales', 'Animali', 'Djur', 'Dyr', 'Dyr'],
  nature: ['Nature', 'Natuur', 'Nature', 'Natur', 'Naturaleza', 'Natura', 'Natur', 'Natur', 'Natur'],
  years: [
    'Yearbooks',
    'Jaarboeken',
    'Livres de l’année',
    'Jahrbücher',
    'Anuarios',
    'Annuari',
    'Årsböcker',
    'Årbøger',
    'Årbøker',
  ],
} as const

/** Whether there is a category with this id. */
export function isCategory(id: string): boolean {
  return Object.hasOwn(categories, id)
}

/** All categories with their names in a language. */
export function listCategories(locale: Locale): { readonly id: string; readonly name: string }[] {
  const index = Math.max(
    0,
    languages.findIndex((language) => locale.startsWith(language)),
  )
  return Object.entries(categories).map(([id, names]) => ({ id, name: names[index] ?? names[0] }))
}
