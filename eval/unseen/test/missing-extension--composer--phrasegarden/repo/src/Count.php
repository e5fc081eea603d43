<?php

namespace Phrase;

final class Count
{
    public static function orders(int $words): string
    {
        return \gmp_strval(\gmp_fact($words));
    }
}
