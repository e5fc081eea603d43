package org.example.abacus;

/** Sums on strings of digits. */
public final class Abacus {
    private Abacus() {
    }

    public static String add(String first, String second) {
        StringBuilder sum = new StringBuilder();
        int carry = 0;
        for (int at = 1; at <= Math.max(first.length(), second.length()) || carry > 0; at++) {
            int digit = digit(first, at) + digit(second, at) + carry;
            sum.append(digit % 10);
            carry = digit / 10;
        }
        return sum.reverse().toString();
    }

    private static int digit(String text, int fromRight) {
        return fromRight > text.length() ? 0 : text.charAt(text.length() - fromRight) - '0';
    }
}
