<?php

require __DIR__ . '/../vendor/autoload.php';

$box = new Almsbox\Box();
$box->put('0.10');
$box->put('0.20');
exit($box->total() === '0.30' ? 0 : 1);
