/* Built by the vendor's tool chain. */
unsigned char lamp_mask(unsigned char lamps) { return (unsigned char)(lamps & 0x1f); }
