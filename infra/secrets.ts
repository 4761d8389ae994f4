/** Keys that tokens are signed with, and that secrets at rest are sealed with: JSON lists made by the operator's command line. */
export const signingKeys = new sst.Secret("SigningKeys");
export const encryptionKeys = new sst.Secret("EncryptionKeys");

/** Keys of providers. An empty one means that the provider is not used. */
export const modelApiKey = new sst.Secret("ModelApiKey", "");
export const anthropicApiKey = new sst.Secret("AnthropicApiKey", "");
export const openaiApiKey = new sst.Secret("OpenaiApiKey", "");
export const transcribeApiKey = new sst.Secret("TranscribeApiKey", "");
export const livekitApiSecret = new sst.Secret("LivekitApiSecret", "");

const generated = new random.RandomPassword("OriginSecretValue", { length: 40, special: false });

/** What the edge puts into a header, so that functions can tell requests that went around it. Nobody else knows it. */
export const originSecret = new sst.Linkable("OriginSecret", { properties: { value: generated.result } });
