type Extension = Record<string, { spec: string; schema: string; extends: string | string[] }>;

/** The extension that describes the fitment of this shop's answers. Empty if the shop's host can't be a namespace. */
export const shopExtensions: (siteUrl: string) => Extension = () => ({});
