/** The id of the section with the delivery address, to which the clock links. */
export const addressSectionId = 'delivery-address'
