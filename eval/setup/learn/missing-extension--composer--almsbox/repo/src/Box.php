<?php

namespace Almsbox;

final class Box
{
    private string $total = '0.00';

    public function put(string $amount): void
    {
        $this->total = bcadd($this->total, $amount, 2);
    }

    public function total(): string
    {
        return $this->total;
    }
}
