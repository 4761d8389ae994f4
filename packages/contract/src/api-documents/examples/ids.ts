/** One story for all examples: a member of a shop asks about its customers. */
export const ids = {
  organization: "019aa7c2-0d52-7c61-8f3a-6a1f0b9d2e10",
  member: "019aa7c2-1b07-7a44-9d58-0c3b7e5f6a21",
  agent: "019aa7c2-2e9f-7b13-a6c0-5d4e8f7a9b32",
  integration: "019aa7c2-3f31-7d85-b7e2-1a2b3c4d5e43",
  project: "019aa7c2-4c8d-7e96-8a94-9f8e7d6c5b54",
  document: "019aa7c2-5d1a-7fa7-9ba5-0e1d2c3b4a65",
  query: "019aa7c2-6e2b-70b8-acb6-1f2e3d4c5b76",
  chat: "019aa7c3-0a3c-71c9-8dc7-2a3b4c5d6e87",
  question: "019aa7c3-1b4d-72da-9ed8-3b4c5d6e7f98",
  answer: "019aa7c3-2c5e-73eb-afe9-4c5d6e7f8aa9",
  turn: "019aa7c3-3d6f-74fc-80fa-5d6e7f8a9bba",
  table: "019aa7c3-4e70-750d-910b-6e7f8a9bacbb",
  chart: "019aa7c3-5f81-761e-a21c-7f8a9bacbdcc",
  upload: "019aa7c3-6a92-772f-b32d-8a9bacbdcedd",
  memory: "019aa7c3-7ba3-7830-843e-9bacbdcedfee",
  secondMemory: "019aa7c3-7cb4-7941-954f-acbdcedfe0ff",
  rule: "019aa7c3-8db5-7a52-a650-bdcedfe0f100",
  golden: "019aa7c3-9be6-7d2f-9035-de2f0f1a2b3c",
  evaluation: "019aa7c3-9bf7-7e30-a146-ef3a1f2b3c4d",
  definition: "019aa7c3-9bd5-7c1e-8f24-cd1efe0f1a2b",
  debug: "019aa7c3-9ec6-7b63-b761-cedfe0f10211",
} as const;

export const at = "2026-11-22T09:30:00.000Z";
export const later = "2026-11-22T09:30:02.480Z";
export const expiry = "2026-11-22T15:30:00.000Z";
