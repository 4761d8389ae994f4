/**
 * A secret of the stage. A deployment with one that is blank is refused here: found out later, it would be a fault of
 * every request that needs it. What surrounds a value is taken off where functions read it (`packages/core`).
 */
function secret(name: string, placeholder?: string): sst.Secret {
  const made = new sst.Secret(name, placeholder);
  made.value.apply((value) => {
    const isUnset = value === placeholder;
    if (!isUnset && value.trim() === "") throw new Error(`The secret ${name} is blank: sst secret set ${name}`);
  });
  return made;
}

/** Keys that tokens are signed with, and that secrets at rest are sealed with: JSON lists made by the operator's command line. */
export const signingKeys = secret("SigningKeys");
export const encryptionKeys = secret("EncryptionKeys");

/** Keys of providers. An empty one means that the provider is not used. */
export const modelApiKey = secret("ModelApiKey", "");
export const anthropicApiKey = secret("AnthropicApiKey", "");
export const openaiApiKey = secret("OpenaiApiKey", "");
export const embeddingApiKey = secret("EmbeddingApiKey", "");
export const transcribeApiKey = secret("TranscribeApiKey", "");
export const livekitApiSecret = secret("LivekitApiSecret", "");

const generated = new random.RandomPassword("OriginSecretValue", { length: 40, special: false });

/** What the edge puts into a header, so that functions can tell requests that went around it. Only they and the edge know it. */
export const originSecret = new sst.Linkable("OriginSecret", { properties: { value: generated.result } });
