/** Characters that make addresses, with those that clients and browsers read as them (UTS 46). */
const OF_ADDRESSES = /([.:/@。．｡․﹒：﹕／⁄∕＠﹫])(?=\S)/g;

/**
 * Mail clients turn addresses into links, and anyone may choose the name "Win at evil.example": this
 * breaks addresses in names by spaces.
 */
export const withoutAddress = (name: string): string => name.replace(OF_ADDRESSES, "$1 ");
