interface Bill {
  bomFormat: string;
  components: {
    name: string;
    version: string;
    licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
  }[];
}

export function billOfMaterials(): Bill;
export function isCompatible(expression: string): boolean;
export function incompatible(bill: Pick<Bill, "components">): string[];
export function licenceTexts(bill: Pick<Bill, "components">): string;
