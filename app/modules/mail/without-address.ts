/**
 * Mail clients turn addresses into links, and anyone may choose the name "Win at evil.example" and
 * sign up with a stranger's address: this breaks addresses in names by spaces.
 */
export const withoutAddress = (name: string): string => name.replace(/([.:/@])(?=\S)/g, "$1 ");
