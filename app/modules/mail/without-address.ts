/**
 * Mail programs make links of what looks like an address, and anyone may call themselves "Win at evil.example", also where
 * they sign up with a stranger's mail address: a name gets a space where an address has none.
 */
export const withoutAddress = (name: string): string => name.replace(/([.:/@])(?=\S)/g, "$1 ");
