export type Problem = { readonly code: string } | string;
